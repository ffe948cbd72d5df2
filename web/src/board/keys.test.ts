// @vitest-environment jsdom
import { expect, it } from "vitest";
import { actionOfKey, isForBoard } from "./keys";

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
