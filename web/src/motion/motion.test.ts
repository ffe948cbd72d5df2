// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { preferences } from "$/remembered/preferences.svelte";
import type { Step } from "$/table/state";
import { Motion } from "./motion";
import { happened, modelAs, step } from "./testing";

/** An animation that ends when it is told to. */
class FakeAnimation extends EventTarget {
  rate = 1;
  isOver = false;
  constructor(
    readonly element: Element,
    readonly frames: Keyframe[],
    readonly timing: KeyframeAnimationOptions,
  ) {
    super();
  }
  updatePlaybackRate(rate: number): void {
    this.rate = rate;
  }
  end(how: "finish" | "cancel"): void {
    if (this.isOver) return;
    this.isOver = true;
    this.dispatchEvent(new Event(how));
  }
  cancel(): void {
    this.end("cancel");
  }
}

let started: FakeAnimation[] = [];
let order: ("read" | "write")[] = [];
const ghosts = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".flight")];
const hidden = (): FakeAnimation[] => started.filter(({ frames, isOver }) => frames[0]?.opacity === 0 && !isOver);
const gliding = (): FakeAnimation[] => started.filter(({ frames, isOver }) => frames[0]?.translate && !isOver);
const finishAll = (): void => started.forEach((each) => each.end("finish"));

/** Lay out a board: every card 100 px wide, hand cards side by side at the bottom. */
function board(cards: readonly string[], top = "b6", laid: string | null = null): HTMLElement {
  const at = (x: number, y: number): string => `data-x="${x}" data-y="${y}"`;
  const root = document.querySelector<HTMLElement>("main") ?? document.body.appendChild(document.createElement("main"));
  root.querySelectorAll(":scope > :not(.flights)").forEach((each) => each.remove());
  root.insertAdjacentHTML(
    "afterbegin",
    `<div data-place="seat-1" ${at(0, 100)}></div><div data-place="seat-2" ${at(400, 0)}></div>
     <div data-place="pile" ${at(300, 200)}><img ${at(300, 200)} src="/back.svg"></div>
     <div data-place="discard" ${at(450, 200)}><span data-top="${top}"><img ${at(450, 200)} src="/${top}.svg"></span>
       ${laid ? `<span data-laid="${laid}"><img ${at(490, 260)} src="/${laid}.svg"></span>` : ""}</div>
     <ul data-place="hand" ${at(0, 500)}>
       ${cards.map((card, index) => `<button data-card="${card}" ${at(index * 110, 500)}></button>`).join("")}
     </ul>`,
  );
  return root;
}

/** Let a board change, and show the steps that changed it. */
function change(
  motion: Motion,
  cards: readonly string[],
  steps: readonly Step[],
  top = "b6",
  laid: string | null = null,
): void {
  motion.before();
  board(cards, top, laid);
  motion.after(steps, modelAs({ hands: [cards.map((card) => card.split("#")[0] ?? ""), null, null] }));
}

beforeEach(() => {
  started = [];
  Element.prototype.animate = function (frames, timing) {
    const animation = new FakeAnimation(this, frames as Keyframe[], timing as KeyframeAnimationOptions);
    started.push(animation);
    order.push("write");
    return animation as unknown as Animation;
  };
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    order.push("read");
    const { x = "0", y = "0" } = (this as HTMLElement).dataset;
    return new DOMRect(Number(x), Number(y), 100, 140);
  });
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(100);
});

afterEach(() => {
  vi.restoreAllMocks();
  preferences.change({ calm: false });
  document.body.replaceChildren();
});

const played = step(2, happened("play", { seat: 0, card: "r7" }));
const drawn = step(2, happened("draw", { seat: 0, card: "y1" }));

describe("a card of one's own that is played", () => {
  it("flies from where it was to the discards, over the one that lay there, and the others make room", () => {
    const motion = new Motion(board(["r7#0", "y3#0"]));
    change(motion, ["y3#0"], [played], "r7");
    const [under, flying] = ghosts();
    expect(under?.innerHTML).toContain("/b6.svg");
    expect(flying?.innerHTML).toContain("r7.svg");
    const flight = started.find(({ element }) => element === flying);
    expect(flight?.frames[0]?.transform).toContain("translate(0.0px, 500.0px)");
    expect(flight?.frames.at(-1)?.transform).toContain("translate(450.0px, 200.0px)");
    expect(hidden().map(({ element }) => (element as HTMLElement).dataset.top)).toEqual(["r7"]);
    expect(gliding().map(({ frames }) => frames[0]?.translate)).toEqual(["110.0px 0.0px"]);
  });

  it("is the raised one of several equal cards", () => {
    const motion = new Motion(board(["r7#0", "r7#1", "y3#0"]));
    document.querySelector<HTMLElement>('[data-card="r7#0"]')?.setAttribute("data-y", "470");
    change(motion, ["r7#0", "y3#0"], [played], "r7");
    expect(started.some(({ frames }) => String(frames[0]?.transform).includes("translate(0.0px, 470.0px)"))).toBe(true);
  });
});

describe("a card laid on a Gauntlet", () => {
  const laying = step(2, happened("play", { seat: 0, card: "WG" }), happened("lay", { seat: 0, card: "b4" }));
  const flightOf = (card: string): FakeAnimation | undefined => {
    const flying = ghosts().find((each) => each.innerHTML.includes(`${card}.svg`));
    return started.find(({ element }) => element === flying);
  };

  it("flies onto the Gauntlet, above it, and becomes visible in its place on arrival", () => {
    const motion = new Motion(board(["WG#0", "b4#0"]));
    change(motion, [], [laying], "WG", "b4");
    const [former, gauntlet, laid] = ghosts();
    expect(former?.innerHTML).toContain("/b6.svg");
    expect(gauntlet?.innerHTML).toContain("WG");
    expect(laid?.innerHTML).toContain("b4.svg");
    expect(flightOf("b4")?.frames.at(-1)?.transform).toContain("translate(490.0px, 260.0px)");
    expect(flightOf("WG")?.frames.at(-1)?.transform).toContain("translate(450.0px, 200.0px)");
    const covered = hidden().map(({ element }) => ({ ...(element as HTMLElement).dataset }));
    expect(covered).toEqual([{ top: "WG" }, { laid: "b4" }]);
    flightOf("WG")?.end("finish");
    expect(laid?.isConnected).toBe(true);
    finishAll();
    expect(ghosts()).toEqual([]);
  });

  it("flies onto the top card where the board no longer shows it, because a reshuffle took it", () => {
    const motion = new Motion(board(["WG#0", "b4#0"]));
    change(motion, [], [laying], "WG");
    const frames = flightOf("b4")?.frames ?? [];
    expect(frames.at(-1)?.transform).toContain("rotate(9.00deg)");
    finishAll();
    expect(ghosts()).toEqual([]);
  });

  it("stays visible on the Gauntlet until the next card covers both", () => {
    const motion = new Motion(board(["r7#0"], "WG", "b4"));
    change(motion, [], [played], "r7");
    expect(ghosts().map((each) => each.querySelector("img")?.getAttribute("src"))).toEqual([
      expect.stringContaining("/WG.svg"),
      expect.stringContaining("/b4.svg"),
      expect.stringContaining("r7.svg"),
    ]);
    finishAll();
    expect(ghosts()).toEqual([]);
  });
});

it("turns a drawn card over on its way, and shows the real one on arrival", () => {
  const motion = new Motion(board(["r7#0"]));
  change(motion, ["r7#0", "y1#0"], [drawn]);
  expect(ghosts()[0]?.querySelectorAll("img").length).toBe(2);
  const flight = started.find(({ element }) => element === ghosts()[0]);
  expect(flight?.frames[0]?.transform).toContain("rotateY(180.0deg)");
  expect(flight?.frames.at(-1)?.transform).toContain("rotateY(0.0deg)");
  expect(hidden().map(({ element }) => (element as HTMLElement).dataset.card)).toEqual(["y1#0"]);
});

it("returns a wrong card to its new place in the hand", () => {
  const motion = new Motion(board(["y3#0", "r7#0"]));
  const wrong = step(2, happened("misplay", { seat: 0, card: "r7" }), happened("draw", { seat: 0, card: "b1" }));
  change(motion, ["y3#0", "b1#0", "r7#0"], [wrong]);
  const flight = started.find(({ element }) => element === ghosts().find((each) => each.innerHTML.includes("r7")));
  expect(flight?.frames[0]?.transform).toContain("translate(110.0px, 500.0px)");
  expect(flight?.frames.at(-1)?.transform).toContain("translate(220.0px, 500.0px)");
  expect(gliding()).toEqual([]);
});

it("shows a hand that is given away until it leaves", () => {
  const root = board(["y3#0", "r7#0"]);
  for (const card of root.querySelectorAll("[data-card]")) card.innerHTML = '<img src="/face.svg">';
  const motion = new Motion(root);
  change(motion, ["g1#0"], [step(2, happened("swap", { seat: 0, other: 2 }))]);
  const going = ghosts().filter((each) => each.innerHTML.includes("face.svg"));
  expect(going.length).toBe(2);
  for (const { element, timing } of started)
    if (going.includes(element as HTMLElement)) expect(timing.fill).toBe("both");
});

it("hides the last round's cards while the next round is dealt", () => {
  const motion = new Motion(board([]));
  const deal = step(2, happened("deal", { seat: 1, amount: 1 }), happened("turn_up", { seat: 1, card: "g1" }));
  change(motion, ["r7#0"], [deal], "g1");
  expect(ghosts().some((each) => each.innerHTML.includes("/b6.svg"))).toBe(false);
});

describe("what is left behind", () => {
  it.each(["finish", "cancel"] as const)("is nothing after every %s", (how) => {
    const motion = new Motion(board(["r7#0", "g7#0"]));
    const both = step(2, happened("play", { seat: 0, card: "r7" }), happened("play", { seat: 0, card: "g7" }));
    change(motion, [], [both], "g7");
    expect(ghosts().length).toBe(3);
    started.forEach((each) => each.end(how));
    expect(ghosts()).toEqual([]);
    expect(hidden()).toEqual([]);
    expect(document.querySelectorAll("[style*=opacity], [style*=visibility], [hidden]").length).toBe(0);
  });

  it("is nothing after a stop, and the layer catches no press and is not read out", () => {
    const motion = new Motion(board(["r7#0"]));
    change(motion, ["r7#0", "y1#0"], [drawn]);
    const layer = document.querySelector(".flights");
    expect(layer?.getAttribute("aria-hidden")).toBe("true");
    motion.stop();
    expect(ghosts()).toEqual([]);
    expect(hidden()).toEqual([]);
  });

  it("keeps the lower of two cards in sight until the upper one has come", () => {
    const motion = new Motion(board(["r7#0", "g7#0"]));
    const both = step(2, happened("play", { seat: 0, card: "r7" }), happened("play", { seat: 0, card: "g7" }));
    change(motion, [], [both], "g7");
    const lower = ghosts().find((each) => each.innerHTML.includes("r7"));
    started.find(({ element }) => element === lower)?.end("finish");
    expect(lower?.isConnected).toBe(true);
    finishAll();
    expect(lower?.isConnected).toBe(false);
  });
});

describe("catching up", () => {
  it("jumps when more than two steps came at once, and stops what is on", () => {
    const motion = new Motion(board(["r7#0"]));
    change(motion, ["r7#0", "y1#0"], [drawn]);
    const before = started.length;
    const steps = [3, 4, 5].map((number) => step(number, happened("play", { seat: 1, card: "b1" })));
    change(motion, ["r7#0", "y1#0"], steps, "b1");
    expect(started.length).toBe(before);
    expect(ghosts()).toEqual([]);
  });

  it("jumps to the state of a welcome", () => {
    const motion = new Motion(board(["r7#0"]));
    change(motion, ["r7#0", "y1#0"], [{ ...drawn, view: null }]);
    expect(started).toEqual([]);
  });

  it("jumps while the page is hidden", () => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    const motion = new Motion(board(["r7#0"]));
    change(motion, ["r7#0", "y1#0"], [drawn]);
    expect(started).toEqual([]);
  });

  it("speeds up running flights when the next step arrives", () => {
    const motion = new Motion(board(["r7#0"]));
    change(motion, ["r7#0", "y1#0"], [drawn]);
    const first = [...started];
    change(motion, ["r7#0", "y1#0"], [step(3, happened("play", { seat: 1, card: "b1" }))], "b1");
    expect(first.filter(({ frames }) => !frames[0]?.translate).every(({ rate }) => rate > 1)).toBe(true);
    expect(started.length).toBeGreaterThan(first.length);
    finishAll();
    expect(ghosts()).toEqual([]);
  });
});

it("lags at most one move behind, even if no animation ever ends by itself", () => {
  const motion = new Motion(board(["r7#0"]));
  const flying = (): number => started.filter(({ isOver }) => !isOver).length;
  const counts = [2, 3, 4, 5, 6, 7].map((number) => {
    const cards = Array.from({ length: number }, (_, index) => `y1#${index}`);
    change(motion, cards, [step(number, happened("draw", { seat: 0, card: "y1" }))]);
    return ghosts().length;
  });
  expect(counts).toEqual([1, 2, 2, 2, 2, 2]);
  motion.catchUp(); // a step that comes too fast to be animated counts as well
  motion.catchUp();
  expect([ghosts().length, flying(), hidden().length]).toEqual([0, 0, 0]);
});

it("moves nothing if animations are switched off", () => {
  preferences.change({ calm: true });
  const motion = new Motion(board(["r7#0"]));
  change(motion, ["r7#0", "y1#0"], [drawn]);
  expect(started).toEqual([]);
  expect(ghosts()).toEqual([]);
});

it("reads everything before it writes anything", () => {
  const motion = new Motion(board(["r7#0"]));
  motion.before();
  board(["r7#0", "y1#0"]);
  order = [];
  motion.after([drawn], modelAs({ hands: [["r7", "y1"], null, null] }));
  expect(order.lastIndexOf("read")).toBeLessThan(order.indexOf("write"));
});
