// @vitest-environment jsdom
import { expect, it } from "vitest";
import { actionOfKey, isForBoard } from "./keys";

it("a key says only what is legal", () => {
  expect(actionOfKey("D", ["draw"], [])).toBe("draw");
  expect(actionOfKey("d", [], [])).toBeNull();
  expect(actionOfKey("x", ["draw", "catch 2", "catch 3"], [])).toBe("catch 2");
  expect(actionOfKey("q", ["draw"], [])).toBeNull();
});

it("numbers stand for the colours that can be chosen", () => {
  expect(actionOfKey("2", [], ["r", "p"])).toBe("+p");
  expect(actionOfKey("3", [], ["r", "p"])).toBeNull();
});

it("what is written elsewhere, and shortcuts of the browser, are left alone", () => {
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
