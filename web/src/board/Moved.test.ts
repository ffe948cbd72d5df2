import { render } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { Motion } from "$/motion/motion";
import type { Step } from "$/table/state";
import { readCatalogue } from "$/test/catalogues";
import { stubResizeObserver } from "$/test/observer";
import { words } from "$/words/language.svelte";
import Board from "./Board.svelte";
import { RUSH } from "./moved.svelte";
import { shownOf, viewOf } from "./sample";

vi.mock("$/parts/turns", () => import("$/test/atOnce"));

beforeAll(() => {
  words.take("en", readCatalogue("en"));
  stubResizeObserver();
});
afterEach(() => vi.restoreAllMocks());

it("moves cards by steps that can be followed, and not by those that rush by", async () => {
  const view = viewOf();
  const steps: Step[] = [];
  const add = (over = false): ReturnType<typeof shownOf> => {
    steps.push({ number: steps.length, did: null, events: [], view });
    return shownOf({ ...view, over }, { steps: [...steps] });
  };
  const after = vi.spyOn(Motion.prototype, "after").mockReturnValue();
  const hurry = vi.spyOn(Motion.prototype, "hurry");
  const clock = vi.spyOn(performance, "now").mockReturnValue(10_000);
  const rest = { play: null, why: null, isWaiting: false, help: vi.fn() };
  const { rerender } = render(Board, { props: { shown: add(), ...rest } });

  await rerender({ shown: add() });
  expect(after).toHaveBeenCalledTimes(1);
  clock.mockReturnValue(10_000 + RUSH / 2);
  await rerender({ shown: add() });
  expect(after).toHaveBeenCalledTimes(1);
  expect(hurry).toHaveBeenCalledTimes(1);
  await rerender({ shown: add(true) }); // the end of a round is always seen
  expect(after).toHaveBeenCalledTimes(2);
  clock.mockReturnValue(20_000);
  await rerender({ shown: add() });
  expect(after).toHaveBeenCalledTimes(3);
});
