// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { preferences } from "$/remembered/preferences.svelte";
import { askPermission, TurnAlert } from "./turnAlert";

const vibrate = vi.fn();
const WORDS = { title: "It is your turn", body: "Classic" };
let shown: { title: string; close: () => void; isOpen: boolean; onclick?: () => void }[];
let worker: object | undefined;
let isHidden = true;
let alert: TurnAlert;

class FakeNotification {
  static permission = "granted";
  static requestPermission = vi.fn(() => Promise.resolve("granted"));
  isOpen = true;
  onclick?: () => void;
  readonly title: string;
  constructor(title: string) {
    this.title = title;
    shown.push(this);
  }
  close(): void {
    this.isOpen = false;
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const open = (): string[] => shown.filter(({ isOpen }) => isOpen).map(({ title }) => title);
function look(): void {
  isHidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  shown = [];
  worker = undefined;
  isHidden = true;
  vibrate.mockClear();
  FakeNotification.permission = "granted";
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
  vi.stubGlobal("Notification", FakeNotification);
  Object.assign(navigator, { vibrate });
  Object.defineProperty(navigator, "serviceWorker", {
    value: { getRegistration: () => Promise.resolve(worker) },
    configurable: true,
  });
  preferences.change({ vibration: true, notification: true });
  alert = new TurnAlert();
});
afterEach(() => {
  alert.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("alerts once per turn, and only in the background", async () => {
  isHidden = false;
  alert.note(true, () => WORDS);
  alert.note(false, () => WORDS);
  expect(vibrate).not.toHaveBeenCalled();
  isHidden = true;
  for (const isMyTurn of [true, true, false, true]) {
    alert.note(isMyTurn, () => WORDS);
    await settle();
  }
  expect(vibrate).toHaveBeenCalledTimes(2);
  expect(shown).toHaveLength(2);
  expect(open()).toEqual([WORDS.title]);
});

it("clears the notification on return, and when the turn is over", async () => {
  alert.note(true, () => WORDS);
  await settle();
  look();
  expect(open()).toEqual([]);
  isHidden = true;
  alert.note(false, () => WORDS);
  alert.note(true, () => WORDS);
  await settle();
  expect(open()).toHaveLength(1);
  alert.note(false, () => WORDS);
  expect(open()).toEqual([]);
});

it("does what the settings allow, and never asks by itself", async () => {
  preferences.change({ vibration: false, notification: false });
  alert.note(true, () => WORDS);
  preferences.change({ notification: true });
  FakeNotification.permission = "default";
  alert.note(false, () => WORDS);
  alert.note(true, () => WORDS);
  await settle();
  expect(vibrate).not.toHaveBeenCalled();
  expect(shown).toEqual([]);
  expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
  expect(await askPermission()).toBe(true);
});

it("focuses the page when the notification is pressed", async () => {
  const focus = vi.spyOn(window, "focus").mockImplementation(() => undefined);
  alert.note(true, () => WORDS);
  await settle();
  shown[0]?.onclick?.();
  expect(focus).toHaveBeenCalled();
  expect(open()).toEqual([]);
});

it("uses the service worker where there is one", async () => {
  const close = vi.fn();
  const showNotification = vi.fn(() => Promise.resolve());
  worker = { active: {}, showNotification, getNotifications: () => Promise.resolve([{ close }]) };
  alert.note(true, () => WORDS);
  await settle();
  expect(showNotification).toHaveBeenCalledWith(WORDS.title, expect.objectContaining({ body: WORDS.body }));
  expect(shown).toEqual([]);
  look();
  await settle();
  expect(close).toHaveBeenCalled();
});

it("says nothing if the player is back before the notification is ready", async () => {
  alert.note(true, () => WORDS);
  look();
  await settle();
  expect(open()).toEqual([]);
});
