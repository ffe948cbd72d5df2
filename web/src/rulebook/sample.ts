// A small catalogue for tests: two editions, a few options of every kind.

import type { Catalogue, EditionShown, KindShown, OptionShown } from "$protocol";

const option = (name: string, part: Partial<OptionShown>): OptionShown => ({
  name,
  default: false,
  kind: "switch",
  rules: [],
  rules_by_value: {},
  ...part,
});

const COLORED = ["PLAY-01", "CUT-01", "SAME-01"];
const KINDS: KindShown[] = [
  { card: "r7", copies: 2, points: 7, rules: ["SEVEN-01", ...COLORED] },
  { card: "g7", copies: 2, points: 7, rules: ["SEVEN-01", ...COLORED] },
  { card: "r+2", copies: 2, points: 20, rules: ["D2-01", "STACK-01", "STACK-02", "STACK-04", ...COLORED] },
  { card: "W+4", copies: 4, points: 50, rules: ["WD4-01", "WD4-02", "CHAL-01", "STACK-02", "STACK-04", "PLAY-02"] },
];

export const CLASSIC: EditionShown = {
  name: "classic",
  cards: 108,
  colors: ["r", "y", "g", "b"],
  options: ["hand_size", "challenge", "stacking", "cut", "seven_zero"],
  most_players: 10,
  theme: "classic",
  title: {},
  kinds: KINDS,
};

export const BTS: EditionShown = {
  ...CLASSIC,
  name: "bts",
  theme: "bts",
  colors: ["r", "p", "g", "b"],
  options: [...CLASSIC.options, "dance_judge"],
  kinds: [...KINDS, { card: "WD", copies: 4, points: 50, rules: ["BTS-01", "BTS-02"] }],
};

/** An own edition, in which few options have a meaning. */
export const THUNDER: EditionShown = {
  ...CLASSIC,
  name: "thunder",
  cards: 120,
  options: ["hand_size", "cut"],
  title: { en: "Thunder", "zh-Hant": "雷霆" },
  kinds: [...KINDS, { card: "rSA", copies: 1, points: 30, rules: ["SKIP-01"], title: { en: "Skip Everyone" } }],
};

export const CATALOGUE: Catalogue = {
  editions: [CLASSIC, BTS],
  options: [
    option("hand_size", { kind: "number", default: 7, least: 1, most: 200, rules: ["SETUP-01"] }),
    option("challenge", { default: true, rules: ["CHAL-01"], rules_by_value: { true: ["CHAL-01"], false: [] } }),
    option("stacking", {
      kind: "words",
      default: "off",
      words: ["off", "draw2", "same"],
      rules: ["STACK-01", "STACK-02", "STACK-04"],
      rules_by_value: { off: [], draw2: ["STACK-01", "STACK-04"], same: ["STACK-02", "STACK-04"] },
    }),
    option("cut", { rules: ["CUT-01"], rules_by_value: { true: ["CUT-01"], false: [] } }),
    option("seven_zero", { rules: ["SEVEN-01"], rules_by_value: { true: ["SEVEN-01"], false: [] } }),
    option("dance_judge", {
      kind: "words",
      default: "honor",
      words: ["honor", "vote"],
      rules: ["BTS-02"],
      rules_by_value: { honor: ["BTS-02"], vote: ["BTS-02"] },
    }),
  ],
  presets: { official: {}, party: { cut: true, stacking: "same" } },
  levels: ["easy", "normal"],
  emotes: [],
  languages: ["en", "zh-Hant"],
  lessons: [],
  option_groups: [],
  sections: [],
};
