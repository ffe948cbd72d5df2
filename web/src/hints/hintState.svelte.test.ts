import { expect, it, vi } from "vitest";
import type { Hints, View } from "$protocol";
import { viewOf } from "$/board/sample";
import { HintState } from "./hintState.svelte";

const answer: Hints = { type: "hints", id: "1", revision: 1, moves: [] };

it("forgets a hint when the table has changed", async () => {
  let view = $state.raw<View>(viewOf());
  const hintState = new HintState({ view: () => view, ask: () => Promise.resolve(answer) });
  hintState.toggle();
  await vi.waitFor(() => expect(hintState.current?.moves).toEqual([]));
  view = viewOf();
  expect(hintState.current).toBeNull();
});

it("ignores a hint that arrives after the panel was closed", async () => {
  let give: (found: Hints) => void = () => undefined;
  const view = viewOf();
  const hintState = new HintState({ view: () => view, ask: () => new Promise((resolve) => (give = resolve)) });
  hintState.toggle();
  expect(hintState.current).toMatchObject({ moves: null });
  hintState.toggle();
  give(answer);
  await Promise.resolve();
  expect(hintState.current).toBeNull();
});
