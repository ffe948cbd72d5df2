// Games of a guest for tests.

import type { MyFinishedMatch, MyPlayer, MyRunningGame, MyStatistics } from "$protocol";

export const person = (name: string): MyPlayer => ({ name, kind: "person", level: null });
export const bot = (level: MyPlayer["level"] = "normal"): MyPlayer => ({ name: "", kind: "bot", level });

export const sampleRunning = (change: Partial<MyRunningGame> = {}): MyRunningGame => ({
  table: "k7m2xw9p",
  match: 1,
  edition: "classic",
  theme: "classic",
  title: {},
  status: "playing",
  players: [person("Anna"), person("Ben"), bot(), bot()],
  seat: 0,
  host: true,
  turn: false,
  round: 2,
  scores: [147, 60, 0, 85],
  target: 500,
  stood_in: false,
  left: false,
  ...change,
});

export const sampleMatch = (change: Partial<MyFinishedMatch> = {}): MyFinishedMatch => ({
  table: "k7m2xw9p",
  match: 1,
  edition: "classic",
  theme: "classic",
  title: {},
  ended: "2026-11-03T18:20:00Z",
  players: [person("Anna"), person("Ben"), bot("hard")],
  seat: 0,
  winners: [0],
  scores: [510, 120, 300],
  rounds: 6,
  replay: "/api/tables/k7m2xw9p/matches/1/rounds/1",
  review: "/api/tables/k7m2xw9p/matches/1/review",
  reviewed: null,
  origin: null,
  ...change,
});

export const sampleStatistics = (change: Partial<MyStatistics> = {}): MyStatistics => ({
  matches: 4,
  wins: 1,
  by_edition: [
    { edition: "classic", title: {}, matches: 3, wins: 1 },
    { edition: "thunder", title: { en: "Thunder", "zh-Hant": "雷霆" }, matches: 1, wins: 0 },
  ],
  by_level: [
    { level: "easy", matches: 3, wins: 1 },
    { level: "people", matches: 1, wins: 0 },
  ],
  reviewed: [
    { ended: "2026-11-01T10:00:00Z", table: "k7m2xw9p", match: 1, accuracy: 0.8, luck: 0.1, skill: -0.05 },
    { ended: "2026-11-02T10:00:00Z", table: "k7m2xw9p", match: 2, accuracy: null, luck: -0.2, skill: 0.01 },
    { ended: "2026-11-03T10:00:00Z", table: "k7m2xw9p", match: 3, accuracy: 0.9, luck: 0, skill: 0.03 },
  ],
  ...change,
});
