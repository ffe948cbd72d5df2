import { cleanup, configure, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ReviewShown } from "$protocol";
import { noteSeat } from "$/remembered/seats";
import { address } from "$/routes/address.svelte";
import Review from "$/routes/Review.svelte";
import { readCatalogue } from "$/test/catalogues";
import { stubResizeObserver } from "$/test/observer";
import { words } from "$/words/language.svelte";
import { replayOf, REVIEW } from "./sample";

// The board has tests of its own.
vi.mock("$/board/Board.svelte", async () => ({ default: (await import("$/replay/NoBoard.svelte")).default }));

const DONE: ReviewShown = { state: "done", progress: 1, ahead: 0, review: REVIEW };
let answers: (ReviewShown | { error: { reason: string; text: string } })[] = [];
const asked: string[] = [];
let isTableThere = true;

const slider = (): HTMLInputElement => screen.getByRole("slider");
const press = (key: string): Promise<boolean> => fireEvent.keyDown(document.body, { key });
async function open(path = "/t/ABCD/match/1/review"): Promise<void> {
  address.go(path);
  render(Review);
  await screen.findByRole("slider");
}

configure({ asyncUtilTimeout: 30_000 }); // a machine may have much else to do

beforeAll(() => {
  words.take("en", readCatalogue("en"));
  vi.stubGlobal("scrollTo", () => undefined);
  stubResizeObserver();
});
beforeEach(() => {
  answers = [DONE];
  asked.length = 0;
  vi.stubGlobal("fetch", (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`);
    if (path === "/api/tables/ABCD") {
      const body = isTableThere ? {} : { error: { reason: "no_such_table", text: "" } };
      return Promise.resolve(new Response(JSON.stringify(body), { status: isTableThere ? 200 : 404 }));
    }
    const round = /rounds\/(\d+)/.exec(path)?.[1];
    const body = round === undefined ? (answers.length > 1 ? answers.shift() : answers[0]) : replayOf(Number(round));
    return Promise.resolve(new Response(JSON.stringify(body), { status: body && "error" in body ? 409 : 200 }));
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
});

describe("a review on its way", () => {
  test("is requested once, shows its progress, and then appears", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const working: ReviewShown = { state: "working", progress: 0.4, ahead: 0, review: null };
    answers = [{ ...working, state: "waiting", ahead: 2 }, working, DONE];
    address.go("/t/ABCD/match/1/review");
    render(Review);
    expect(await screen.findByText("2 other games are reviewed first.")).toBeTruthy();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(screen.getByRole("progressbar", { name: /^The game is being reviewed: 40\s%$/ })).toBeTruthy();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await screen.findByRole("slider")).toBeTruthy();
    expect(asked.filter((each) => each.endsWith("/review"))).toEqual([
      "POST /api/tables/ABCD/matches/1/review",
      "GET /api/tables/ABCD/matches/1/review",
      "GET /api/tables/ABCD/matches/1/review",
    ]);
  });

  test("that has failed can be requested again", async () => {
    answers = [{ state: "failed", progress: 0, ahead: 0, review: null }, DONE];
    address.go("/t/ABCD/match/1/review");
    render(Review);
    expect(await screen.findByRole("alert")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("slider")).toBeTruthy();
  });

  test.each([
    ["match_not_over", true, /not over yet: it can be reviewed/, ["To the table", "To the first page"]],
    ["match_not_over", false, /never finished: its table has been closed/, ["To the first page"]],
    ["no_such_match", true, /played no match of that number/, ["To the table", "To the first page"]],
    ["no_such_match", false, /no match at this address/, ["To the first page"]],
    ["no_review", true, /./, ["To the replay", "To the table", "To the first page"]],
  ])("that there cannot be (%s, table: %s) says why, and leads only where something is", async (...each) => {
    const [reason, hasTable, told, ways] = each;
    answers = [{ error: { reason, text: reason } }];
    isTableThere = hasTable;
    address.go("/t/ABCD/match/1/review");
    render(Review);
    expect((await screen.findByRole("alert")).textContent).toMatch(told);
    expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(ways);
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    expect(asked.filter((path) => path.endsWith("/review"))).toHaveLength(1);
  });
});

describe("a review", () => {
  test("is stepped through by keys, and the slider says everybody's chances", async () => {
    await open();
    await press("ArrowRight");
    expect(slider().value).toBe("1");
    expect(slider().getAttribute("aria-valuetext")).toMatch(/Anna 30\s%, Ben 48\s%, Bot 2 22\s%$/);
    await press("End");
    expect(slider().value).toBe("19");
    await press("PageDown");
    await waitFor(() => expect(slider().max).toBe("9"));
  });

  test("stays at its round if there is no further one", async () => {
    await open("/t/ABCD/match/1/review?round=2&step=3");
    await press("PageDown");
    await press("ArrowRight");
    expect([slider().max, slider().value]).toEqual(["9", "4"]);
  });

  test("leads on to the table, the replay and the first page", async () => {
    await open();
    const leading = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(["To the table", "To the replay", "To the first page"].map(leading)).toEqual([
      "/t/ABCD",
      "/t/ABCD/match/1",
      "/",
    ]);
  });

  test("scrolls to the current round in a row that is longer than the screen", async () => {
    vi.spyOn(HTMLElement.prototype, "offsetLeft", "get").mockImplementation(function (this: HTMLElement) {
      return this.textContent?.trim() === "2" ? 400 : 0;
    });
    vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(300);
    await open();
    const row = screen.getByRole("navigation", { name: "Rounds" }).querySelector("ul");
    expect(row?.scrollLeft).toBe(-150);
    await press("PageDown");
    await waitFor(() => expect(row?.scrollLeft).toBe(250));
    vi.restoreAllMocks();
  });

  test("says what each list is judged by, and what its graph shows", async () => {
    await open();
    const note = (name: string) => screen.getByRole("region", { name }).querySelector(".note")?.textContent;
    expect(note("Turning points")).toMatch(/everybody’s cards visible/);
    expect(note("Better moves")).toMatch(/could know/);
    const graph = screen.getByRole("img", { name: /^Graph/ });
    const said = document.getElementById(graph.getAttribute("aria-describedby") ?? "")?.textContent;
    expect(said).toMatch(/as high as.*Round 1: won by Anna\. Ahead the longest: /s);
  });

  test("goes to the step under a press on its graph", async () => {
    await open();
    const graph = screen.getByTestId("graph");
    vi.spyOn(graph, "getBoundingClientRect").mockReturnValue(new DOMRect(100, 0, 190, 200));
    await fireEvent.pointerDown(graph, { button: 0, clientX: 152, clientY: 50, pointerType: "mouse" });
    expect(slider().value).toBe("5");
  });

  test("leads from a turning point to its step and from a mistake to the decision, and keeps the focus", async () => {
    await open("/t/ABCD/match/1/review?round=2");
    const turns = screen.getByRole("region", { name: "Turning points" });
    const first = within(turns).getByRole("button", { name: /Step 2/ });
    first.focus();
    await fireEvent.click(first);
    expect(slider().value).toBe("2");
    expect(first.getAttribute("aria-current")).toBe("step");
    expect(document.activeElement).toBe(first);
    const name = /Before step 4.*Blunder.*Better: Play blue Skip.*cost 15\.3 pp$/;
    const mistake = screen.getByRole("button", { name });
    await fireEvent.click(mistake);
    expect(slider().value).toBe("3");
    expect(mistake.getAttribute("aria-current")).toBe("step");
    const about = screen.getByRole("list", { name: "What there is to say of this step" });
    expect(about.textContent).toMatch(/Blunder · cost 15\.3 pp.*Better: Play blue Skip/s);
    // One step on the move is made.
    await press("ArrowRight");
    expect(slider().value).toBe("4");
    expect(mistake.getAttribute("aria-current")).toBeNull();
  });

  test("names a bot with its level where players are summed up, and by its number elsewhere", async () => {
    await open();
    expect(screen.getByRole("table", { name: "Bot 2 (normal)" })).toBeTruthy();
    const chances = screen.getByRole("list", { name: "Everybody’s chance at this step" });
    expect(within(chances).getByText("Bot 2")).toBeTruthy();
  });

  test("marks the reader's own seat, and shows its better moves first", async () => {
    const rounds = REVIEW.rounds.map((each) => ({
      ...each,
      mistakes: each.mistakes.map((one) => ({ ...one, seat: 1 })),
    }));
    answers = [{ ...DONE, review: { ...REVIEW, rounds } }];
    noteSeat("ABCD", 1, 1);
    await open("/t/ABCD/match/1/review?round=2");
    const own = "Ben (you)";
    const chances = screen.getByRole("list", { name: "Everybody’s chance at this step" });
    expect(within(chances).getByText(own)).toBeTruthy();
    expect(screen.getByRole("table", { name: own })).toBeTruthy();
    const whose = screen.getByRole<HTMLSelectElement>("combobox", { name: "Whose better moves" });
    expect(whose.selectedOptions[0]?.textContent).toBe(own);
    expect(screen.getByRole("button", { name: /Before step 4/ })).toBeTruthy();
    await fireEvent.change(whose, { target: { value: "-1" } });
    expect(whose.selectedOptions[0]?.textContent).toBe("Everybody");
  });

  test("begins with everybody's better moves for a reader who made no mistake", async () => {
    expect(REVIEW.rounds.some(({ mistakes }) => mistakes.some(({ seat }) => seat === 1))).toBe(false);
    noteSeat("ABCD", 1, 1);
    await open("/t/ABCD/match/1/review?round=2");
    expect(screen.getByRole("button", { name: /Before step 4/ })).toBeTruthy();
  });

  test("leads from a turning point of the match to its round", async () => {
    await open("/t/ABCD/match/1/review?round=2");
    const scrolled = vi.fn();
    vi.stubGlobal("scrollBy", scrolled);
    const rect = vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, -900, 100, 500));
    await fireEvent.click(screen.getByRole("button", { name: /Round 1, step 12/ }));
    await waitFor(() => expect(slider().max).toBe("19"));
    await waitFor(() => expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ top: -908 })));
    rect.mockRestore();
    expect(slider().value).toBe("12");
    expect(screen.getByRole("button", { name: "Round 1: won by Anna" }).getAttribute("aria-current")).toBe("true");
  });

  test("has all numbers of the graph in a table", async () => {
    await open();
    const details = screen.getByText("All steps as a table").closest("details");
    expect(details).toBeTruthy();
    if (details) details.open = true;
    await waitFor(() => expect(document.querySelectorAll("details tbody tr")).toHaveLength(20));
  });

  test("adds up luck and play of the match, or of the round", async () => {
    await open();
    const anna = (): string[] =>
      within(screen.getByRole("table", { name: "Anna" }))
        .getAllByRole("row")
        .map((row) =>
          [...row.children]
            .map((cell) => cell.textContent?.trim())
            .filter(Boolean)
            .join(" "),
        );
    expect(anna()).toEqual([
      "Start 0.67",
      "Deal +0.07",
      "Draws and forced moves +0.59",
      "Own play +0.02",
      "Others’ play +0.65",
      "Result 2",
    ]);
    await fireEvent.click(screen.getByRole("radio", { name: "Round 1" }));
    expect(anna().at(0)).toBe("Start 33.3\u00a0%");
    expect(anna().at(-1)).toBe("Result 100.0\u00a0%");
  });

  test("gives margins of luck and play, in words for screen readers, and explains them", async () => {
    const margins = { deal: 0.041, draws: 0.1, own: 0.08, others: 0.12, luck: 0.1, result: 0, at_stake: 0 };
    const summary = REVIEW.summary.map((each) => ({ ...each, margins }));
    answers = [{ ...DONE, review: { ...REVIEW, summary } }];
    await open();
    const row = within(screen.getByRole("table", { name: "Anna" })).getByRole("row", { name: /^Deal/ });
    expect(within(row).getByText("+0.07 ± 0.04").getAttribute("aria-hidden")).toBe("true");
    expect(within(row).getByText("+0.07 plus or minus 0.04").className).toContain("unseen");
    expect(screen.getByText(/^± is half the 95\s% interval/)).toBeTruthy();
  });

  test("draws lines with their intervals on request", async () => {
    await open();
    await fireEvent.click(screen.getByRole("radio", { name: "Lines" }));
    expect(document.querySelectorAll("path.interval")).toHaveLength(3);
    await fireEvent.click(screen.getByRole("radio", { name: "Shares" }));
    expect(document.querySelectorAll("path.edge")).toHaveLength(3);
  });
});
