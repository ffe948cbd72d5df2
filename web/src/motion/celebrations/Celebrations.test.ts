import { render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EventShown } from "$protocol";
import { preferences } from "$/remembered/preferences.svelte";
import { learnCards, learnDeck, SHIPPED_CARDS, UNSEEN } from "$/test/decks";
import { words } from "$/words/language.svelte";
import { happened, modelAs, step } from "../testing";
import Celebrations from "./Celebrations.svelte";

const begin = step(1, happened("turn", { seat: 0 }));
const celebrations = (container: Element): (string | undefined)[] =>
  [...container.querySelectorAll<HTMLElement>(".celebration")].map(({ dataset }) => dataset.celebration);

async function after(events: EventShown[], onlyNew = true): Promise<HTMLElement> {
  const { container, rerender } = render(Celebrations, {
    model: modelAs({}, 0, [begin]),
    steps: onlyNew ? [] : [begin],
  });
  const news = step(2, ...events);
  await rerender({ model: modelAs({}, 0, [begin, news]), steps: onlyNew ? [news] : [begin, news] });
  await vi.advanceTimersByTimeAsync(600);
  await tick();
  return container;
}

beforeEach(() => {
  vi.useFakeTimers();
  learnCards(SHIPPED_CARDS);
  words.take("en", { "moment.caught": "Caught!", "moment.round": "{player} wins the round!" });
});
afterEach(() => {
  vi.useRealTimers();
  preferences.change({ calm: false });
});

const KINDS: [string, EventShown[]][] = [
  ["boost", [happened("boost", { seat: 1, color: "g" })]],
  ["run", [happened("play", { seat: 1, card: "WE" })]],
  ["dance", [happened("dance", { seat: 1 })]],
  [
    "gauntlet",
    ["play", "lay", "check"].map((kind) => happened(kind, { seat: 1, card: kind === "play" ? "WG" : "r4" })),
  ],
  ["stack", [happened("ask", { seat: 1, question: "draw2", amount: 4 })]],
  ["stamp", [happened("challenge", { seat: 0, other: 1, amount: 1 })]],
  ["stamp", [happened("caught", { seat: 1, other: 0 })]],
  ["uno", [happened("uno", { seat: 1 })]],
  ["skip", [happened("skip", { seat: 1, rule: "SKIP-01" })]],
  ["reverse", [happened("reverse", { amount: 1 })]],
  ["win", [happened("out", { seat: 1 })]],
  ["stamp", [happened("void")]],
];

describe("Celebrations", () => {
  it.each(KINDS)("shows %s and takes it away again", async (kind, events) => {
    const container = await after(events);
    expect(celebrations(container)).toContain(kind);
    await vi.advanceTimersByTimeAsync(2_600);
    await tick();
    expect(celebrations(container)).toEqual([]);
  });

  it("names own cards by their own names, and adds up what they draw", async () => {
    learnDeck(UNSEEN);
    const played = [happened("play", { seat: 1, card: "WT" }), happened("play", { seat: 1, card: "r+10*" })];
    const container = await after([...played, happened("ask", { seat: 2, question: "draw2", amount: 13 })]);
    expect(container.textContent).toContain("Teleport");
    expect(container.querySelector("[data-celebration=stack]")?.textContent).toMatch(/\+3\s*\+13/);
  });

  it("is hidden from screen readers, and names the player in the reader's language", async () => {
    const container = await after([happened("out", { seat: 1 })]);
    expect(container.querySelector(".celebrations")?.getAttribute("aria-hidden")).toBe("true");
    expect(container.textContent).toContain("P1 wins the round!");
    expect(container.querySelectorAll(".piece").length).toBeLessThanOrEqual(60);
  });

  it("may be given all steps as well as the new ones", async () => {
    expect(celebrations(await after([happened("caught", { seat: 1 })], false))).toEqual(["stamp"]);
  });

  it("shows nothing twice", async () => {
    const steps = [begin, step(2, happened("caught", { seat: 1 }))];
    const { container } = render(Celebrations, { model: modelAs({}, 0, steps), steps });
    await vi.advanceTimersByTimeAsync(500);
    expect(celebrations(container)).toEqual([]);
  });

  it("shows it again when a replay has gone back", async () => {
    const second = step(2, happened("caught", { seat: 1 }));
    const { container, rerender } = render(Celebrations, { model: modelAs({}, 0, [begin, second]), steps: [second] });
    await rerender({ model: modelAs({}, 0, [begin]), steps: [second] });
    await rerender({ model: modelAs({}, 0, [begin, second]), steps: [second] });
    await vi.advanceTimersByTimeAsync(500);
    expect(celebrations(container)).toEqual(["stamp"]);
  });

  it("never lags more than one move behind, however long a celebration was meant to last", async () => {
    const won = step(2, happened("challenge", { seat: 0, other: 1, amount: 1 }));
    const later = [3, 4, 5].map((number) => step(number, happened("turn", { seat: 0 })));
    const { container, rerender } = render(Celebrations, { model: modelAs({}, 0, [begin]), steps: [] });
    await rerender({ model: modelAs({}, 0, [begin, won]), steps: [won] });
    await vi.advanceTimersByTimeAsync(350);
    expect(celebrations(container)).toEqual(["stamp"]);
    await rerender({ model: modelAs({}, 0, [begin, won, ...later.slice(0, 1)]) });
    expect(celebrations(container)).toEqual(["stamp"]);
    // The next steps came too fast to be animated: only the model has them.
    await rerender({ model: modelAs({}, 0, [begin, won, ...later.slice(0, 2)]) });
    expect(celebrations(container)).toEqual([]);
  });

  it("is not shown late if the machine was busy while the table moved on", async () => {
    const won = step(2, happened("challenge", { seat: 0, other: 1, amount: 1 }));
    const later = [3, 4].map((number) => step(number, happened("turn", { seat: 0 })));
    const { container, rerender } = render(Celebrations, { model: modelAs({}, 0, [begin]), steps: [] });
    await rerender({ model: modelAs({}, 0, [begin, won]), steps: [won] });
    await rerender({ model: modelAs({}, 0, [begin, won, ...later]) });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(celebrations(container)).toEqual([]);
  });

  it("does not move if animations are switched off", async () => {
    preferences.change({ calm: true });
    const container = await after([happened("caught", { seat: 1 })]);
    expect(container.querySelector(".celebration")?.classList.contains("calm")).toBe(true);
    expect(container.textContent).toContain("Caught!");
  });

  it("has no style attribute in its markup that the content policy would refuse", () => {
    const sources = import.meta.glob("./*.svelte", { query: "?raw", import: "default", eager: true });
    for (const source of Object.values(sources)) expect(source).not.toMatch(/\sstyle="/);
  });
});
