import { render, screen } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { removeFirstPaint } from "$/firstPaint/firstPaint";
import Staged from "./Staged.svelte";

const children = createRawSnippet(() => ({ render: () => "<p>a part</p>" }));
const isThere = (): boolean => screen.queryByText("a part") !== null;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  removeFirstPaint();
  vi.useRealTimers();
});

async function nextStage(): Promise<void> {
  vi.advanceTimersToNextTimer();
  await tick();
}

it("waits for its stage", async () => {
  render(Staged, { stage: "hand", children });
  expect(isThere()).toBe(false);
  await nextStage();
  expect(isThere()).toBe(true);
});

it("does not wait if it belongs to the first paint and there is none", () => {
  render(Staged, { stage: "hand", isInFirstPaint: true, children });
  expect(isThere()).toBe(true);
});

it("waits under the first paint", async () => {
  document.body.insertAdjacentHTML("afterbegin", '<div id="shell"></div>');
  render(Staged, { stage: "hand", isInFirstPaint: true, children });
  expect(isThere()).toBe(false);
  await nextStage();
  expect(isThere()).toBe(true);
});
