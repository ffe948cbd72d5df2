import { describe, expect, it } from "vitest";
import { sampleView } from "./sample";
import { addRound, countHands, scoreSheet } from "./scores";

const first = sampleView({ over: true, winner: 1, points: [0, 40, 0], scores: [0, 40, 0] });
const second = sampleView({ over: true, winner: 0, points: [25, 0, 0], scores: [25, 40, 0] });

describe("the score of a match", () => {
  it("adds each finished round once", () => {
    const one = addRound(addRound([], first), first);
    expect(one).toHaveLength(1);
    expect(addRound(one, sampleView())).toBe(one);
    expect(addRound(one, second).map(({ winner }) => winner)).toEqual([1, 0]);
  });

  it("shows every round when all were seen, and who leads", () => {
    const sheet = scoreSheet(second, addRound(addRound([], first), second));
    expect(sheet.before).toBeNull();
    expect(sheet.rounds.map(({ points }) => points)).toEqual([first.points, second.points]);
    expect(sheet.leaders).toEqual([1]);
  });

  it("sums up rounds that were not seen in one column", () => {
    expect(scoreSheet(second, addRound([], second)).before).toEqual([0, 40, 0]);
    expect(scoreSheet(sampleView({ scores: [5, 0, 0] }), []).before).toEqual([5, 0, 0]);
  });

  it("has no leader at the start, the lowest in a tally, and the winners at the end", () => {
    expect(scoreSheet(sampleView(), []).leaders).toEqual([]);
    expect(scoreSheet(sampleView({ options: { scoring: "tally" }, scores: [9, 3, 5] }), []).leaders).toEqual([1]);
    expect(scoreSheet(sampleView({ scores: [9, 3, 9], match_winners: [0, 2] }), []).leaders).toEqual([0, 2]);
  });
});

describe("the hands that are left", () => {
  const worthOf = (card: string): number => (card === "W" ? 50 : 7);

  it("are counted if they are open, the most expensive card first", () => {
    const view = sampleView({ over: true, sizes: [0, 2, 3], points: [64, 0, 0], scores: [64, 0, 0] });
    const [winner, open, closed] = countHands(view, [[], ["r7", "W"], null], worthOf);
    expect(winner).toMatchObject({ cards: [], worth: 0, points: 64, total: 64 });
    expect(open).toMatchObject({ worth: 57, cards: [{ card: "W" }, { card: "r7" }] });
    expect(closed).toMatchObject({ cards: null, worth: null, size: 3 });
  });

  it("are known to be empty without being open", () => {
    const [winner] = countHands(sampleView({ sizes: [0, 2, 3] }), [null, null, null], worthOf);
    expect(winner?.cards).toEqual([]);
  });
});
