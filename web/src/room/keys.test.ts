// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { roomKey, type Pressed } from "./keys";

const at = (markup: string): Element => {
  document.body.innerHTML = markup;
  return document.body.querySelector("[data-here]") ?? document.body;
};
const press = (key: string, change: Partial<Pressed> = {}): Pressed => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  repeat: false,
  defaultPrevented: false,
  isComposing: false,
  target: document.body,
  ...change,
});

describe("the keys of the room", () => {
  it("open the log, the scores and the help, in either case", () => {
    expect(roomKey(press("l"), false)).toBe("log");
    expect(roomKey(press("L"), false)).toBe("log");
    expect(roomKey(press("s"), false)).toBe("scores");
    expect(roomKey(press("?"), false)).toBe("help");
  });

  it("go on with N after a round, with R after a match, with Enter after both", () => {
    expect(roomKey(press("n"), false)).toBe("next");
    expect(roomKey(press("r"), false)).toBeNull();
    expect(roomKey(press("r"), true)).toBe("next");
    expect(roomKey(press("n"), true)).toBeNull();
    expect(roomKey(press("Enter"), true)).toBe("next");
  });

  it("leave Enter to a focused button", () => {
    const target = at("<button><span data-here></span></button>");
    expect(roomKey(press("Enter", { target }), false)).toBeNull();
    expect(roomKey(press("l", { target }), false)).toBe("log");
  });

  it("are ignored in text fields, select boxes and dialogs", () => {
    for (const markup of ["<input data-here>", "<select data-here></select>", "<dialog><p data-here></p></dialog>"])
      expect(roomKey(press("l", { target: at(markup) }), false)).toBeNull();
    expect(roomKey(press("l", { isComposing: true }), false)).toBeNull();
  });

  it("are ignored with a modifier, when repeated, and when already handled", () => {
    for (const change of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])
      expect(roomKey(press("s", change), false)).toBeNull();
    expect(roomKey(press("s", { defaultPrevented: true }), false)).toBeNull();
  });

  it("leave the board's keys alone", () => {
    for (const key of ["d", "u", "c", "x", "1", "5", "ArrowLeft", "Escape", " "])
      expect(roomKey(press(key), false)).toBeNull();
  });
});
