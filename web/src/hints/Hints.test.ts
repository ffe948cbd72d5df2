import { configure, fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { HintMove, Hints, Refused } from "$protocol";
import Board from "$/board/Board.svelte";
import { modelOf, viewOf } from "$/board/sample";
import { readCatalogue } from "$/test/catalogues";
import { stubResizeObserver } from "$/test/observer";
import { words } from "$/words/language.svelte";
import { HintState } from "./hintState.svelte";

vi.mock("$/parts/mountQueue", () => import("$/test/mountAtOnce"));

const MOVES: HintMove[] = [
  {
    sentence: "play r3 uno",
    chance: { mean: 0.61, low: 0.52, high: 0.69 },
    reason: { code: "stops_near_out", params: { seat: 1, amount: 1 } },
  },
  { sentence: "draw", chance: { mean: 0.2, low: 0.13, high: 0.29 }, reason: null },
];
const answer: Hints = { type: "hints", id: "1", revision: 5, moves: MOVES };
const mine = viewOf({ hand: ["r3", "g4"], legal: ["draw", "play r3", "play r3 uno"] });

function look(found: Hints | Refused = answer, view = mine, side: HTMLElement | null = null) {
  const play = vi.fn<(sentence: string) => void>();
  const ask = vi.fn(() => Promise.resolve(found));
  const hintState = new HintState({ view: () => view, ask });
  const all = { model: modelOf(view), play, why: null, isWaiting: false, help: vi.fn(), hintState, side };
  return { play, ask, ...render(Board, { props: all }) };
}
const type = (key: string): Promise<boolean> => fireEvent.keyDown(document.body, { key });
const best = (): Promise<HTMLElement> =>
  screen.findByRole("button", { name: /^Play red 3, UNO! 61\s% 52–69\s% It stops Ben/ });

configure({ asyncUtilTimeout: 30_000 }); // a machine may have much else to do

beforeAll(() => {
  words.take("en", readCatalogue("en"));
  stubResizeObserver();
  Element.prototype.animate ??= vi.fn(() => ({ addEventListener: vi.fn() }) as unknown as Animation);
});

describe("hints", () => {
  it("are asked for with H, best first with its reason, and one is played with a press", async () => {
    const { play } = look();
    await type("h");
    const first = await best();
    expect(screen.getByText("It stops Ben with only 1 card left.")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Draw 20\s% 13–29\s%$/ })).toBeTruthy();
    await fireEvent.click(first);
    expect(play.mock.calls).toEqual([["play r3 uno"]]);
  });

  it("are closed with Escape, and the focus goes back to the button", async () => {
    look();
    const button = screen.getByRole("button", { name: "Hint" });
    button.focus();
    await fireEvent.click(button);
    const first = await best();
    await vi.waitFor(() => expect(document.activeElement).toBe(first), 30_000);
    await fireEvent.keyDown(first, { key: "Escape" });
    expect(screen.queryByRole("group", { name: "Chance to win the round" })).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it("get the focus when H was pressed elsewhere on the page", async () => {
    const outside = document.body.appendChild(document.createElement("button"));
    outside.focus();
    look();
    await fireEvent.keyDown(outside, { key: "h" });
    const first = await best();
    await vi.waitFor(() => expect(document.activeElement).toBe(first), 30_000);
    outside.remove();
  });

  it("are next to the board if there is room, and can be closed there too", async () => {
    const side = document.body.appendChild(document.createElement("aside"));
    look(answer, mine, side);
    await type("h");
    const first = await best();
    expect(side.contains(first)).toBe(true);
    await fireEvent.keyDown(first, { key: "Escape" });
    expect(side.children).toHaveLength(0);
    side.remove();
  });

  it("do not call the first move better if the trials cannot tell", async () => {
    const reason = { code: "hardly_differs", params: { percent: 25, other: 25 } };
    look({ ...answer, moves: MOVES.map((each) => ({ ...each, reason })) });
    await type("h");
    const [first, second] = await screen.findAllByTestId("hint-reason");
    expect(first?.textContent).toMatch(/^Others are as good.*25\s% and 25\s%\.$/);
    expect(second?.textContent).toMatch(/^As good as “Play /);
  });

  it("that are refused say why", async () => {
    look({ type: "refused", id: "1", reason: "too_fast", text: "" });
    await type("h");
    const panel = await screen.findByRole("group", { name: "Chance to win the round" });
    await vi.waitFor(() => expect(panel.textContent).not.toMatch(/Thinking/), 30_000);
    expect(panel.textContent?.trim().length).toBeGreaterThan(5);
  });

  it("cannot be requested while another player decides", async () => {
    const { ask } = look(answer, viewOf({ turn: 1 }));
    await type("h");
    expect(ask).not.toHaveBeenCalled();
  });
});
