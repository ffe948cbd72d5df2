import { render, screen } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dropShell } from "$/shell/shell";
import InTurn from "./InTurn.svelte";

const children = createRawSnippet(() => ({ render: () => "<p>a part</p>" }));
const isThere = (): boolean => screen.queryByText("a part") !== null;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  dropShell();
  vi.useRealTimers();
});

async function waitForTurn(): Promise<void> {
  vi.advanceTimersToNextTimer();
  await tick();
}

it("waits for its turn", async () => {
  render(InTurn, { at: 1, children });
  expect(isThere()).toBe(false);
  await waitForTurn();
  expect(isThere()).toBe(true);
});

it("does not wait where it belongs to the first look and there is none", () => {
  render(InTurn, { at: 1, isFirst: true, children });
  expect(isThere()).toBe(true);
});

it("takes its time behind the first look", async () => {
  document.body.insertAdjacentHTML("afterbegin", '<div id="shell"></div>');
  render(InTurn, { at: 1, isFirst: true, children });
  expect(isThere()).toBe(false);
  await waitForTurn();
  expect(isThere()).toBe(true);
});
