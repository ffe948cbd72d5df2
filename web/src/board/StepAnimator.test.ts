import { render } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { Motion } from "$/motion/motion";
import type { Step } from "$/table/state";
import { readCatalogue } from "$/test/catalogues";
import { stubResizeObserver } from "$/test/observer";
import { words } from "$/words/language.svelte";
import Board from "./Board.svelte";
import { RUSH_MS } from "./stepAnimator.svelte";
import { modelOf, viewOf } from "./sample";

vi.mock("$/parts/mountQueue", () => import("$/test/mountAtOnce"));

beforeAll(() => {
  words.take("en", readCatalogue("en"));
  stubResizeObserver();
});
afterEach(() => vi.restoreAllMocks());

it("animates steps that an eye can follow, and skips those that come too fast", async () => {
  const view = viewOf();
  const steps: Step[] = [];
  const add = (over = false): ReturnType<typeof modelOf> => {
    steps.push({ number: steps.length, did: null, events: [], view });
    return modelOf({ ...view, over }, { steps: [...steps] });
  };
  const after = vi.spyOn(Motion.prototype, "after").mockReturnValue();
  const catchUp = vi.spyOn(Motion.prototype, "catchUp");
  const clock = vi.spyOn(performance, "now").mockReturnValue(10_000);
  const rest = { play: null, why: null, isWaiting: false, help: vi.fn() };
  const { rerender } = render(Board, { props: { model: add(), ...rest } });

  await rerender({ model: add() });
  expect(after).toHaveBeenCalledTimes(1);
  clock.mockReturnValue(10_000 + RUSH_MS / 2);
  await rerender({ model: add() });
  expect(after).toHaveBeenCalledTimes(1);
  expect(catchUp).toHaveBeenCalledTimes(1);
  await rerender({ model: add(true) }); // the end of a round is always seen
  expect(after).toHaveBeenCalledTimes(2);
  clock.mockReturnValue(20_000);
  await rerender({ model: add() });
  expect(after).toHaveBeenCalledTimes(3);
});
