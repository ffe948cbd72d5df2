import { expect, it, vi } from "vitest";
import type { Hints, View } from "$protocol";
import { viewOf } from "$/board/sample";
import { Hinting } from "./hinting.svelte";

const answer: Hints = { type: "hints", id: "1", revision: 1, moves: [] };

it("forgets what was said about a table that has moved on", async () => {
  let view = $state.raw<View>(viewOf());
  const hinting = new Hinting({ view: () => view, ask: () => Promise.resolve(answer) });
  hinting.toggle();
  await vi.waitFor(() => expect(hinting.shown?.moves).toEqual([]));
  view = viewOf();
  expect(hinting.shown).toBeNull();
});

it("shows no answer that comes after the question was put away", async () => {
  let give: (found: Hints) => void = () => undefined;
  const view = viewOf();
  const hinting = new Hinting({ view: () => view, ask: () => new Promise((resolve) => (give = resolve)) });
  hinting.toggle();
  expect(hinting.shown).toMatchObject({ moves: null });
  hinting.toggle();
  give(answer);
  await Promise.resolve();
  expect(hinting.shown).toBeNull();
});
