import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { LogLine } from "$/table/log";
import Log from "./Log.svelte";

const line = (step: number, rule: string): LogLine => ({ step, rule, words: `line ${step}`, times: 1 });
const LINES = [line(1, "PLAY-01"), line(2, "DRAW-01"), line(3, "SKIP-01")];

test("the log is one tab stop, and arrow keys go from rule to rule, the newest first", async () => {
  render(Log, { lines: LINES, openRule: vi.fn(), replayOf: () => null });
  const list = screen.getByRole("list");
  expect([...list.querySelectorAll("a, button")].map((stop) => stop.getAttribute("tabindex"))).toEqual([
    "-1",
    "-1",
    "-1",
  ]);
  list.focus();
  const press = async (key: string): Promise<string | null | undefined> => {
    await fireEvent.keyDown(document.activeElement ?? list, { key });
    return document.activeElement?.textContent;
  };
  expect(await press("ArrowDown")).toBe("SKIP-01");
  expect(await press("ArrowDown")).toBe("SKIP-01");
  expect(await press("ArrowUp")).toBe("DRAW-01");
  expect(await press("ArrowUp")).toBe("PLAY-01");
});

test("the log of a finished match links to its steps", async () => {
  render(Log, { lines: LINES, openRule: vi.fn(), replayOf: (step) => `/match/1?step=${step}` });
  const list = screen.getByRole("list");
  await fireEvent.keyDown(list, { key: "ArrowUp" });
  await fireEvent.keyDown(list, { key: "ArrowUp" });
  expect(document.activeElement?.getAttribute("href")).toBe("/match/1?step=3");
});
