import { render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { MatchShown, TableShown, View } from "$protocol";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import Result from "./Result.svelte";
import { free, person, sampleTable, sampleView } from "./sample";

beforeAll(() => words.take("en", readCatalogue("en")));

const over = sampleView({ over: true, winner: 1, sizes: [2, 0, 3], points: [0, 57, 0], scores: [10, 57, 0] });
const match = { match: 1, record: "/record", proof: "/proof", review: "/review", rounds: 1 } as MatchShown;

function show(table: TableShown, view: View = over, change: object = {}) {
  const spies = { next: vi.fn(), arrange: vi.fn(), look: vi.fn(), openRule: vi.fn() };
  render(Result, {
    props: {
      table,
      view,
      you: { guest: "g", name: "Anna", seat: 0, host: true },
      title: "Ben won the round!",
      theme: "classic",
      nameOf: (seat: number) => ["You", "Ben", "Bot 2"][seat] ?? "",
      worthOf: (card: string) => (card === "W" ? 50 : 7),
      ended: null,
      preparing: null,
      seconds: null,
      ...spies,
      ...change,
    },
  });
  return spies;
}
const written = (cell: Element): string => (cell.textContent ?? "").replace(/\s+/g, " ").trim();
const rows = (): string[] => screen.getAllByRole("row").map((row) => [...row.children].map(written).join(" "));

describe("the end of a round", () => {
  it("shows the winner first, what everybody held, the round's points and the running score", () => {
    show(sampleTable({ status: "round_over", match: 1 }));
    expect(rows()).toEqual([
      "Player This round Total",
      "Ben no cards left +57 57",
      expect.stringMatching(/^You .*= 57 0 10$/),
      "Bot 2 3 cards 0 0",
    ]);
  });

  it("leads to the next round with one press by any player", () => {
    const { next } = show(sampleTable({ status: "round_over", match: 1 }), over, {
      you: { guest: "g", name: "x", seat: 0, host: false },
    });
    screen.getByRole("button", { name: /Next round/ }).click();
    expect(next).toHaveBeenCalled();
  });

  it("offers a spectator no button, and counts down if there is a time limit", () => {
    const you = { guest: null, name: null, seat: null, host: false };
    show(sampleTable({ status: "round_over", match: 1 }), over, { you, seconds: 12 });
    expect(screen.queryByRole("button", { name: /Next round/ })).toBeNull();
    expect(screen.getByText("The next round begins in 12 s.")).toBeTruthy();
  });

  it("opens the rule of scoring", () => {
    const { openRule } = show(sampleTable({ status: "round_over", match: 1 }));
    screen.getByRole("button", { name: "How this is counted" }).click();
    expect(openRule).toHaveBeenCalledWith("SCORE-01");
  });
});

describe("the end of a match", () => {
  const done = sampleTable({ status: "over", match: 1, finished: [1] });
  const won = { ...over, match_winners: [1] };

  it("shows every hand once the server opens them", () => {
    show({ ...done, hands: [["r7", "W"], [], ["r7", "g7", "b7"]] }, won, { ended: match });
    expect(rows()[3]).toMatch(/^Bot 2 .*= 21 0 0$/);
  });

  it("links to the review, the replay, the record and the proof", () => {
    show(done, won, { ended: match });
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/t/abcdef/match/1/review", "/t/abcdef/match/1", "/t/abcdef/match/1#fairness", "/record"]);
  });

  it("links to no record where the match did not begin with a deal", () => {
    show(done, won, { ended: { ...match, record: null, proof: null, review: null } });
    expect(screen.getAllByRole("link")).toHaveLength(1);
  });

  it("offers the host a rematch with one press", () => {
    const { next } = show(done, won);
    screen.getByRole("button", { name: /Rematch/ }).click();
    expect(next).toHaveBeenCalled();
  });

  const ben = { guest: "g", name: "x", seat: 1, host: false };

  it("lets the others say that they want one, and tells them to wait for the host", () => {
    const { next } = show(done, won, { you: ben });
    expect(screen.getByText("The host can start a rematch.")).toBeTruthy();
    screen.getByRole("button", { name: /I want a rematch/ }).click();
    expect(next).toHaveBeenCalled();
  });

  it("shows the host who wants a rematch", () => {
    show({ ...done, seats: [person("Anna"), person("Ben", { wants_rematch: true }), free] }, won);
    expect(screen.getByText("Wants a rematch: Ben A bot takes the free seat.")).toBeTruthy();
  });

  it("gives the rematch to whoever is there when the host has gone", () => {
    show(done, won, { you: ben, isHostHere: false });
    expect(screen.getByRole("button", { name: /^Rematch/ })).toBeTruthy();
  });

  it("says who takes the free seats when somebody has left", () => {
    const requests = [{ number: 3, name: "Dora", seat: null, granted: true }];
    show({ ...done, seats: [person("Anna"), free, free], requests }, won);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /Rematch/ }).disabled).toBe(false);
    expect(screen.getByText("Dora joins. A bot takes the free seat.")).toBeTruthy();
  });
});
