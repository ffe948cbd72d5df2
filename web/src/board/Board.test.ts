import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Because, Cost } from "$protocol";
import { preferences } from "$/remembered/preferences.svelte";
import { readCatalogue } from "$/test/catalogues";
import { learnCards, learnDeck, SHIPPED_CARDS, UNSEEN } from "$/test/decks";
import { stubResizeObserver } from "$/test/observer";
import { words } from "$/words/language.svelte";
import Board from "./Board.svelte";
import type { Step } from "$/table/state";
import { playerOf, modelOf, viewOf } from "./sample";

vi.mock("$/parts/mountQueue", () => import("$/test/mountAtOnce"));

type View = ReturnType<typeof viewOf>;

const foul: Because = { type: "because", id: "1", status: "foul", reason: "no_match", rule: "PLAY-01" };

/** Look at a board, and note what is said to the table. */
function look(view: View, rest: Record<string, unknown> = {}) {
  const play = vi.fn<(sentence: string) => void>();
  const why = vi.fn<(sentence: string) => Promise<Because | null>>(() => Promise.resolve(foul));
  const help = vi.fn<(card: string) => void>();
  const all = { model: modelOf(view), play, why, isWaiting: false, help, ...rest };
  return { play, why, help, ...render(Board, { props: all }) };
}
const press = (name: string | RegExp): Promise<boolean> => fireEvent.click(screen.getByRole("button", { name }));
const type = (key: string): Promise<boolean> => fireEvent.keyDown(document.body, { key });

beforeAll(() => {
  words.take("en", readCatalogue("en"));
  stubResizeObserver();
  Element.prototype.animate ??= vi.fn(() => ({ addEventListener: vi.fn() }) as unknown as Animation);
});
beforeEach(() => preferences.change({ order: "color" }));

describe("a card of the hand", () => {
  it("is played at once if there is only one way to play it", async () => {
    const { play } = look(viewOf({ hand: ["r3", "g4"], legal: ["draw", "play r3"] }));
    await press("red 3, playable");
    expect(play.mock.calls).toEqual([["play r3"]]);
  });

  it("is marked as sent when pressed, and no other card can be played meanwhile", async () => {
    const view = viewOf({ hand: ["r3", "r4", "g9"], legal: ["play r3", "play r4"] });
    const { play, rerender } = look(view);
    await press("red 3, playable");
    await rerender({ isWaiting: true });
    expect(screen.getByRole("button", { name: /red 3.*on its way/ })).toBeTruthy();
    await press("red 4, playable");
    expect(play).toHaveBeenCalledTimes(1);
  });

  it("that cannot be played says why, with its rule, and is not played", async () => {
    const { play, why } = look(viewOf({ hand: ["r3", "g4"], legal: ["draw", "play r3"] }));
    await press("green 4, not playable now");
    expect(await screen.findByText(/You cannot play green 4 now/)).toBeTruthy();
    expect(screen.getByText(/Rule PLAY-01/)).toBeTruthy();
    expect(why.mock.calls).toEqual([["play g4"]]);
    expect(play).not.toHaveBeenCalled();
  });

  it("says why only until the next move, whoever makes it", async () => {
    const view = viewOf({ hand: ["r3", "g4"], legal: ["draw", "play r3"] });
    const steps: Step[] = [{ number: 7, did: null, events: [], view: null }];
    const { rerender } = look(view, { model: modelOf(view, { steps }) });
    await press("green 4, not playable now");
    expect(await screen.findByText(/You cannot play green 4 now/)).toBeTruthy();
    // Somebody says hello: nobody has moved.
    const players = view.sizes.map((_, seat) => playerOf(seat, { emote: seat === 2 ? "wow" : null }));
    await rerender({ model: modelOf(view, { steps, players }) });
    expect(screen.getByText(/You cannot play green 4 now/)).toBeTruthy();
    steps.push({ number: 9, did: { seat: 1, move: "uno", foul: false }, events: [], view: null });
    await rerender({ model: modelOf(view, { steps: [...steps] }) });
    expect(screen.queryByText(/You cannot play green 4 now/)).toBeNull();
  });

  it("says nothing if the table has moved on while the server was asked why", async () => {
    let answer: (because: Because) => void = () => undefined;
    const why = (): Promise<Because> => new Promise((resolve) => (answer = resolve));
    const view = viewOf({ hand: ["r3", "g4"], legal: ["draw", "play r3"] });
    const { rerender } = look(view, { why });
    await press("green 4, not playable now");
    await rerender({ model: modelOf(view, { steps: [{ number: 9, did: null, events: [], view: null }] }) });
    answer(foul);
    await tick();
    expect(screen.queryByText(/You cannot play green 4 now/)).toBeNull();
  });

  it("is explained with the question mark and with the menu key", async () => {
    const { help } = look(viewOf({ hand: ["r3", "W"], legal: ["play r3"] }));
    const card = screen.getByRole("button", { name: /red 3/ });
    card.focus();
    await fireEvent.keyDown(card, { key: "?" });
    await fireEvent.contextMenu(screen.getByRole("button", { name: /^Wild/ }));
    expect(help.mock.calls).toEqual([["r3"], ["W"]]);
  });

  it("is reached with the arrows; Tab stops once", async () => {
    look(viewOf({ hand: ["r3", "r4", "r5"], legal: [] }));
    const cards = within(screen.getByRole("list", { name: "Your hand" })).getAllByRole("button");
    expect(cards.map((card) => card.tabIndex)).toEqual([0, -1, -1]);
    cards[0]?.focus();
    await fireEvent.keyDown(cards[0] as HTMLElement, { key: "End" });
    expect(document.activeElement).toBe(cards[2]);
    await fireEvent.keyDown(cards[2] as HTMLElement, { key: "ArrowLeft" });
    expect(document.activeElement).toBe(cards[1]);
    expect(cards.map((card) => card.tabIndex)).toEqual([-1, 0, -1]);
  });

  it("is reached with an arrow or, on the own turn, with Tab while nothing has the focus", async () => {
    const { rerender } = look(viewOf({ hand: ["r3", "r4"], legal: ["play r3"] }));
    const card = (): Element => screen.getByRole("button", { name: /red 3/ });
    for (const key of ["ArrowLeft", "ArrowDown", "Tab"]) {
      (document.activeElement as HTMLElement).blur();
      await type(key);
      expect(document.activeElement, key).toBe(card());
    }
    (document.activeElement as HTMLElement).blur();
    await rerender({ model: modelOf(viewOf({ hand: ["r3", "r4"], turn: 2, legal: [] })) });
    await type("Tab");
    expect(document.activeElement).toBe(document.body);
    await type("ArrowRight");
    expect(document.activeElement).toBe(card());
  });

  it("passes the focus on when it leaves the hand", async () => {
    const { rerender } = look(viewOf({ hand: ["r3", "r4"], legal: ["play r3"] }));
    screen.getByRole("button", { name: /red 3/ }).focus();
    await rerender({ model: modelOf(viewOf({ hand: ["r4"], legal: [] })) });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: /red 4/ }));
  });

  it("can be dragged to the table; a short slip is a press", async () => {
    const { play } = look(viewOf({ hand: ["r3", "g4"], legal: ["play r3"] }));
    const card = screen.getByRole("button", { name: /red 3/ });
    const down = { button: 0, isPrimary: true, pointerId: 1, clientX: 500, clientY: 600 };
    await fireEvent.pointerDown(card, down);
    await fireEvent.pointerMove(card, { ...down, clientX: 20, clientY: 20 });
    await fireEvent.pointerUp(card, { ...down, clientX: 20, clientY: 20 }); // every box of jsdom is at the corner
    expect(play.mock.calls).toEqual([["play r3"]]);
    await fireEvent.click(card, { detail: 1 });
    expect(play).toHaveBeenCalledTimes(1);
    await fireEvent.pointerDown(card, down);
    await fireEvent.pointerMove(card, { ...down, clientX: 504 });
    await fireEvent.pointerUp(card, { ...down, clientX: 504 });
    await fireEvent.click(card, { detail: 1 });
    expect(play).toHaveBeenCalledTimes(2);
  });
});

describe("what a card needs", () => {
  it("is a colour, chosen by petal or by number", async () => {
    const legal = ["play W r", "play W y", "play W g", "play W b"];
    const { play } = look(viewOf({ hand: ["W", "g3", "g4"], legal }));
    await press("Wild, playable");
    const picker = screen.getByRole("group", { name: "Which colour?" });
    expect(within(picker).getByRole("button", { name: "green, 2 in hand" })).toBeTruthy();
    expect(picker.contains(document.activeElement)).toBe(true);
    await type("3");
    expect(play.mock.calls).toEqual([["play W g"]]);
    expect(screen.queryByRole("group", { name: "Which colour?" })).toBeNull();
  });

  it("can be cancelled with Escape, which restores the focus", async () => {
    const { play } = look(viewOf({ hand: ["W", "g3"], legal: ["play W r", "play W g"] }));
    const card = screen.getByRole("button", { name: "Wild, playable" });
    card.focus();
    await fireEvent.click(card);
    await type("Escape");
    expect(screen.queryByRole("group", { name: "Which colour?" })).toBeNull();
    expect(document.activeElement).toBe(card);
    expect(play).not.toHaveBeenCalled();
  });

  it("is, with a Gauntlet, the card laid and then the colour", async () => {
    const legal = ["r4", "b2"].flatMap((laid) => ["r", "b"].map((color) => `play WG ${laid} ${color}`));
    const { play } = look(viewOf({ hand: ["WG", "r4", "b2", "W"], legal }));
    await press(/Gauntlet, playable/);
    await press("blue 2");
    await press(/^red, /);
    expect(play.mock.calls).toEqual([["play WG b2 r"]]);
  });

  it("is the seat to swap with", async () => {
    const { play } = look(viewOf({ hand: ["r7", "b2"], legal: ["play r7 >1", "play r7 >2", "play r7 >3"] }));
    await press("red 7, playable");
    await press("Cy 5 cards");
    expect(play.mock.calls).toEqual([["play r7 >2"]]);
  });

  it("may be further equal cards, pressed in the hand or in the panel", async () => {
    const legal = ["play r7", "play r7 g7", "play r7 b7", "play r7 g7 b7", "play r7 b7 g7"];
    const { play } = look(viewOf({ hand: ["r7", "g7", "b7", "y1"], legal }));
    await press("red 7, playable");
    expect(screen.getByRole("button", { name: "Play just 1" })).toBeTruthy();
    await press("blue 7, playable");
    await press("Play 2");
    expect(play.mock.calls).toEqual([["play r7 b7"]]);
  });

  it("is asked without a press for a black first card", async () => {
    const pending = { kind: "color", seat: 0, draw: 0, from: 1, count: 1, dancer: null, votes: null };
    const { play } = look(
      viewOf({ hand: ["r3"], pending, color: null, discard: ["W"], legal: ["color r", "color g"] }),
    );
    await press(/^green, /);
    expect(play.mock.calls).toEqual([["color g"]]);
  });
});

describe("UNO", () => {
  const legal = ["draw", "play r3", "play r3 uno", "play r4", "play r4 uno"];

  it("pressed before a play is called with it", async () => {
    const { play } = look(viewOf({ hand: ["r3", "r4"], legal }));
    await press("UNO!");
    expect(screen.getByRole("button", { name: "UNO!" }).getAttribute("aria-pressed")).toBe("true");
    await press("red 3, playable");
    expect(play.mock.calls).toEqual([["play r3 uno"]]);
  });

  it("is not called without a press", async () => {
    const { play } = look(viewOf({ hand: ["r3", "r4"], legal }));
    await press("red 3, playable");
    expect(play.mock.calls).toEqual([["play r3"]]);
  });

  it("is called late while that is possible", async () => {
    const { play } = look(viewOf({ hand: ["r3"], turn: 1, legal: ["uno"] }));
    await type("u");
    expect(play.mock.calls).toEqual([["uno"]]);
  });

  it("is never called falsely: the reason is shown instead", async () => {
    const falsely: Because = { ...foul, reason: "false_call", rule: "UNO-04" };
    const why = vi.fn(() => Promise.resolve(falsely));
    const { play } = look(viewOf({ hand: ["r3", "r4", "r5"], legal: ["draw", "play r3"] }), { why });
    await press("UNO!");
    expect(await screen.findByText(/You called UNO without/)).toBeTruthy();
    expect(play).not.toHaveBeenCalled();
  });
});

describe("a card laid on a Gauntlet", () => {
  const view = viewOf({ discard: ["r8", "b4", "WG"], color: "r", edition: "avengers" });
  const model = modelOf(view, { laid: "b4", theme: "avengers" });
  const pictures = (): (string | undefined)[] => {
    const images = [...document.querySelectorAll<HTMLImageElement>('[data-place="discard"] img')];
    return images.map((each) => /(\w+)\.svg/.exec(each.src)?.[1]);
  };

  it.each([
    ["en", "Top card: Wild Infinity Gauntlet with blue 4 laid on it", "Colour: red; only red fits, not the laid card"],
    ["zh-Hant", "頂牌：萬用無限手套牌，上面放著藍色 4", "當前顏色：紅色；只能接紅色，放上的牌不算"],
  ] as const)(
    "lies on it and not under it, and only the named colour fits (AVG-01, AVG-02; %s)",
    (language, top, color) => {
      words.take(language, readCatalogue(language));
      look(view, { model });
      expect(pictures()).toEqual(["r8", "WG_r", "b4"]);
      expect(screen.getByRole("img", { name: top }).querySelector("[data-laid]")).toBeTruthy();
      expect(screen.getByText(color)).toBeTruthy();
      expect(document.querySelector("[data-top]")?.getAttribute("data-top")).toBe("WG");
      words.take("en", readCatalogue("en"));
    },
  );

  it("is drawn under the top card if it is not known to be laid on it, or no longer is", () => {
    look(view);
    expect(pictures()).toEqual(["r8", "b4", "WG_r"]);
    expect(screen.getByRole("img", { name: "Top card: Wild Infinity Gauntlet" })).toBeTruthy();
    expect(screen.getByText("Colour: red")).toBeTruthy();
  });
});

describe("others at the table", () => {
  it("are caught on their seat, or with a key", async () => {
    const { play } = look(viewOf({ turn: 2, open: [3], legal: ["catch 3"] }));
    await press("Catch Dee");
    await type("x");
    expect(play.mock.calls).toEqual([["catch 3"], ["catch 3"]]);
  });

  it("are described with everything that is public", () => {
    const players = [playerOf(0), playerOf(1, { isAway: true }), playerOf(2, { emote: "wow" })];
    players.push(playerOf(3, { kind: "bot", level: "hard" }));
    look(viewOf({ turn: 1, called: [3], scores: [0, 20, 0, 0] }), {
      model: modelOf(viewOf({ turn: 1, called: [3], scores: [0, 20, 0, 0] }), { players }),
    });
    const seats = within(screen.getByRole("list", { name: "Players" })).getAllByRole("listitem");
    expect(seats).toHaveLength(3);
    expect(seats[0]?.textContent).toContain("Ben: 3 cards, 20 of 500 points, to decide, dealer, away");
    expect(seats[1]?.textContent).toContain("Wow!");
    expect(seats[2]?.textContent).toContain("Dee: 1 card, Hard, 0 of 500 points, UNO");
  });

  it("show their hands in a replay with all cards open, and nothing can be played", () => {
    const view = viewOf({
      legal: undefined,
      seat: null,
      hands: [["r1"], ["b2", "W"], ["g3"], ["y4"]],
      sizes: [1, 2, 1, 1],
    });
    look(view, { play: null, why: null });
    const seats = within(screen.getByRole("list", { name: "Players" })).getAllByRole("listitem");
    expect(seats).toHaveLength(4);
    expect(seats[1]?.textContent).toContain("Ben holds: blue 2, Wild");
    expect(screen.queryByRole("list", { name: "Your hand" })).toBeNull();
    expect(screen.queryByRole("button", { name: "UNO!" })).toBeNull();
  });
});

describe("answers", () => {
  const pending = { kind: "wild4", seat: 0, draw: 8, from: 3, count: 1, dancer: null, votes: null };

  const costs: Cost[] = [
    { answer: "challenge", seat: 3, draw: 8, loses_turn: false, bluff: true },
    { answer: "challenge", seat: 0, draw: 10, loses_turn: true, bluff: false },
    { answer: "accept", seat: 0, draw: 8, loses_turn: true },
  ];
  const prompt = (): string => document.querySelector(".prompt .words")?.textContent?.replace(/\s+/g, " ").trim() ?? "";

  it("say what each costs; a challenge both ways", async () => {
    const view = viewOf({ pending, legal: ["accept", "challenge"] });
    const { play } = look(view, { model: modelOf(view, { costs }) });
    expect(screen.getByRole("button", { name: /Draw 8.*you lose the turn/ })).toBeTruthy();
    expect(screen.getByRole("button", { name: /Challenge.*Dee draws 8.*you draw 10/ })).toBeTruthy();
    await type("c");
    expect(play.mock.calls).toEqual([["challenge"]]);
  });

  it("are asked for in one place, with the sum of the stacked cards", () => {
    learnCards(SHIPPED_CARDS);
    const stack = ["r+2", "b+2", "W+4"].map((card, number) => ({
      number,
      did: null,
      view: null,
      events: [{ event: "play", rule: "STACK-03", seat: number + 1, card }],
    }));
    const view = viewOf({ pending, legal: ["accept"] });
    look(view, { model: modelOf(view, { steps: stack, costs }) });
    expect(prompt()).toBe("Your move +2 +2 +4 = 8 cards no card answers it: you draw");
    const told = [...document.querySelectorAll(".board :not(.unseen)")].filter(
      (each) => !each.children.length && /\b8\b/.test(each.textContent ?? ""),
    );
    expect(told.map((each) => each.textContent?.trim())).toEqual(["8 cards", "Draw 8"]); // the stake, and its answer
  });

  it("to a dance are to dance or to draw three", () => {
    const dance = { ...pending, kind: "dance" as const, draw: 3 };
    const view = viewOf({ pending: dance, legal: ["dance", "accept"] });
    look(view, { model: modelOf(view, { costs: [{ answer: "accept", seat: 0, draw: 3, loses_turn: false }] }) });
    const answers = [...document.querySelectorAll(".answering button .label")].map((each) => each.textContent);
    expect(answers).toEqual(["Dance", "Draw 3"]);
    expect(screen.queryByText("Accept")).toBeNull();
  });

  it("come with names by which the cards of the hand can be told apart, also if the deck arrives later", async () => {
    look(viewOf({ edition: "unseen", hands: [["rSS", "gSS", "g10", "yQ"], null, null, null] }));
    expect(screen.getByRole("button", { name: /^red SS/ })).toBeTruthy();
    learnDeck(UNSEEN);
    await tick();
    for (const name of [/^red Double Skip/, /^green Double Skip/, /^green 10/, /^yellow Q/])
      expect(screen.getByRole("button", { name })).toBeTruthy();
    learnDeck({ ...UNSEEN, kinds: [] });
  });

  it("include a draw by pressing the pile", async () => {
    const { play } = look(viewOf({ legal: ["draw"] }));
    await press(/Draw from the pile/);
    await type("d");
    expect(play.mock.calls).toEqual([["draw"], ["draw"]]);
  });

  it("are not offered to spectators", async () => {
    look(viewOf({ hand: ["r3"], legal: ["draw", "play r3"] }), { play: null });
    await type("d");
    expect(screen.queryByRole("button", { name: /Draw/ })).toBeNull();
  });
});
