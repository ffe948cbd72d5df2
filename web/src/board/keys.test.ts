// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import { actionOfKey, isForBoard, leadsToHand } from "./keys";

it("plays only what is legal", () => {
  expect(actionOfKey("D", ["draw"], [])).toEqual({ type: "play", sentence: "draw" });
  expect(actionOfKey("d", [], [])).toBeNull();
  expect(actionOfKey("x", ["draw", "catch 2", "catch 3"], [])).toEqual({ type: "play", sentence: "catch 2" });
  expect(actionOfKey("q", ["draw"], [])).toBeNull();
});

it("chooses among the offered colours with digits", () => {
  expect(actionOfKey("2", [], ["r", "p"])).toEqual({ type: "color", color: "p" });
  expect(actionOfKey("3", [], ["r", "p"])).toBeNull();
});

it("ignores text fields and the browser's own shortcuts", () => {
  const field = document.body.appendChild(document.createElement("input"));
  const heard: boolean[] = [];
  const listen = (event: KeyboardEvent): void => void heard.push(isForBoard(event, undefined));
  addEventListener("keydown", listen);
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "d", bubbles: true }));
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "d", bubbles: true, ctrlKey: true }));
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "d", bubbles: true }));
  removeEventListener("keydown", listen);
  field.remove();
  expect(heard).toEqual([false, false, true]);
});

describe("a key that leads into the hand", () => {
  afterEach(() => document.body.replaceChildren());

  /** Press a key at the element with `data-here`, else at the body, and return whether it leads into the hand. */
  function leads(key: string, markup = "", isMine = true, more: KeyboardEventInit = {}): boolean {
    document.body.innerHTML = markup;
    let isLeading = false;
    const listen = (event: KeyboardEvent): void => void (isLeading = leadsToHand(event, isMine));
    addEventListener("keydown", listen);
    const target = document.querySelector("[data-here]") ?? document.body;
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
    removeEventListener("keydown", listen);
    return isLeading;
  }

  it.each(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])("is %s, from nothing and from a button", (key) => {
    expect([leads(key), leads(key, "<button data-here></button>"), leads(key, "", false)]).toEqual([true, true, true]);
  });

  it.each([
    ["a text field", "<input data-here>"],
    ["a list of choices", "<select data-here></select>"],
    ["a group of radio buttons", '<div role="radiogroup"><button data-here></button></div>'],
    ["an open menu", '<div class="popover"><button aria-expanded="true"></button><button data-here></button></div>'],
    ["a dialog", "<dialog open></dialog><button data-here></button>"],
  ])("is no arrow in %s", (_, markup) => {
    expect(leads("ArrowLeft", markup)).toBe(false);
  });

  it("is no arrow with a modifier, which belongs to the browser", () => {
    expect(leads("ArrowLeft", "", true, { altKey: true })).toBe(false);
  });

  it("is Tab on the own turn while nothing has the focus", () => {
    expect(leads("Tab")).toBe(true);
    expect(leads("Tab", "<button data-here></button>")).toBe(false);
    expect(leads("Tab", "", false)).toBe(false);
    expect(leads("Tab", "", true, { shiftKey: true })).toBe(false);
  });
});
