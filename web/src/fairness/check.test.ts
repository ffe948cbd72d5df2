import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { check, commitmentOf, type Finding, type Shown } from "./check";
import { BrokenRecord, readRecord } from "./record";

// Written by `python web/src/fairness/fixtures/make_record.py`.
const RECORD = readFileSync("src/fairness/fixtures/match.jsonl", "utf8");
const SHARED_RECORD = readFileSync("src/fairness/fixtures/shared_seed.jsonl", "utf8");
const COMMITMENT = "60a50421cbeb8b058040ad87cdef32c00a886e1c7d83f01fff4fccac323b29ed";

async function findings(text: string, shown: string | null = null, more: Shown = {}): Promise<Finding[]> {
  const found: Finding[] = [];
  for await (const each of check(readRecord(text), { commitment: shown, ...more })) found.push(each);
  return found;
}

/** Change one line of a record. */
function tampered(
  isIt: (line: Record<string, unknown>) => boolean,
  change: (line: never) => void,
  record = RECORD,
): [string, number] {
  const lines = record
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const index = lines.findIndex(isIt);
  change(lines[index] as never);
  return [lines.map((line) => JSON.stringify(line)).join("\n") + "\n", index + 1];
}

const swap = (cards: string[], a: number, b: number): void => {
  [cards[a], cards[b]] = [cards[b] as string, cards[a] as string];
};

test("a real record holds, step by step", async () => {
  const found = await findings(RECORD, COMMITMENT);
  expect(found.every(({ isRight }) => isRight)).toBe(true);
  const named = found.map((each) => (each.what === "order" ? `${each.order.what} ${each.order.round}` : each.what));
  expect(named.slice(0, 4)).toEqual(["shown", "commitment", "dealer_draw 0", "deck 1"]);
  expect(named.filter((name) => name.startsWith("deck"))).toEqual(["deck 1", "deck 2"]);
  expect(named.filter((name) => name.startsWith("reshuffle"))).toHaveLength(1);
});

test("two cards exchanged in a deck are found at their place, and nothing else is", async () => {
  const [text, line] = tampered(
    ({ round }) => round === 2,
    ({ deck }: { deck: string[] }) => {
      const other = deck.findIndex((card, place) => place > 12 && card !== deck[12]);
      swap(deck, 12, other);
    },
  );
  const wrong = (await findings(text)).filter(({ isRight }) => !isRight);
  expect(wrong).toHaveLength(1);
  expect(wrong[0]).toMatchObject({ what: "order", place: 13, order: { what: "deck", round: 2, line } });
});

test("a reshuffle that was ordered by hand is found", async () => {
  const [text, line] = tampered(
    (each) => "reshuffle" in each,
    ({ reshuffle }: { reshuffle: string[] }) => reshuffle.sort(),
  );
  const wrong = (await findings(text)).filter(({ isRight }) => !isRight);
  expect(wrong).toMatchObject([{ what: "order", order: { what: "reshuffle", line } }]);
});

test("cards missing from an order are found", async () => {
  const [text] = tampered(
    ({ round }) => round === 1,
    ({ deck }: { deck: string[] }) => deck.pop(),
  );
  expect(await findings(text)).toContainEqual(expect.objectContaining({ isRight: false, place: 108, found: "" }));
});

test("another seed fits neither the commitment nor the orders", async () => {
  const [text] = tampered(
    ({ match }) => match !== undefined,
    (line: { seed: string }) => (line.seed = "f".repeat(64)),
  );
  const found = await findings(text);
  expect(found.filter(({ isRight }) => isRight)).toEqual([]);
});

test("a consistent record with another commitment than the one shown is rejected", async () => {
  const found = await findings(RECORD, "0".repeat(64));
  expect(found.map(({ what, isRight }) => [what, isRight]).slice(0, 2)).toEqual([
    ["shown", false],
    ["commitment", true],
  ]);
});

test("the commitment binds an edition of one's own, whatever characters are in its file", () => {
  const header = {
    deck: ["r0", "W"],
    edition: { name: "mine", file: '# "Käse"\\\t\u0001 陳\n' },
    options: { b: 1, a: true },
    players: 2,
    commitment: null,
  };
  expect(commitmentOf(header, "ab".repeat(32))).toBe(
    "5ba44d7a2e956b386c8e4e460f2283846a014df3fd75cf9372ba3ce17547bbe5",
  );
});

test("without a secret seed there are no findings", async () => {
  const [text] = tampered(
    ({ match }) => match !== undefined,
    (line: { seed: unknown }) => (line.seed = 7),
  );
  expect(await findings(text)).toEqual([]);
});

test.each([
  ["no record", "{}", 1],
  ["a line that is no JSON", RECORD.replace('{"round"', "{round"), 3],
])("%s is refused with its line", (_what, text, line) => {
  expect(() => readRecord(text)).toThrow(BrokenRecord);
  expect(() => readRecord(text)).toThrow(`line ${line} `);
});

const header = JSON.parse(SHARED_RECORD.split("\n")[0] as string) as {
  commitment: string;
  shared_seed: { seals: string[]; contributions: string[]; previous: string };
};
const { seals, contributions, previous } = header.shared_seed;
const own = { contribution: contributions[0] as string, seals };

test("a shared seed holds: commitment, seals, one's own contribution, the match before, the seed", async () => {
  const found = await findings(SHARED_RECORD, header.commitment, { own, previous });
  expect(found.every(({ isRight }) => isRight)).toBe(true);
  expect(found.slice(0, 6)).toMatchObject([
    { what: "shown" },
    { what: "commitment" },
    { what: "previous" },
    { what: "seals", contributors: [0], withheld: [2] },
    { what: "own", isIncluded: true },
    { what: "seed" },
  ]);
  expect(found.slice(6).every(({ what }) => what === "order")).toBe(true);
});

test("what was not shown to this browser is not judged", async () => {
  const whats = (await findings(SHARED_RECORD)).map(({ what }) => what).slice(0, 3);
  expect(whats).toEqual(["commitment", "seals", "seed"]);
});

test("seals that were exchanged after one's own contribution was told are found", async () => {
  const found = await findings(SHARED_RECORD, null, {
    own: { ...own, seals: [...seals.slice(0, 2), "ef".repeat(32)] },
  });
  expect(found.filter(({ isRight }) => !isRight)).toMatchObject([{ what: "own", isIncluded: true }]);
});

test("a contribution that came too late is no fault of the record, and not part of it", async () => {
  const found = await findings(SHARED_RECORD, null, { own: { contribution: "0".repeat(32), seals: null } });
  expect(found.find(({ what }) => what === "own")).toMatchObject({ isRight: true, isIncluded: false });
});

test("a record that leaves out the match before is found", async () => {
  const found = await findings(SHARED_RECORD, null, { previous: "0".repeat(64) });
  expect(found.filter(({ isRight }) => !isRight)).toMatchObject([{ what: "previous" }]);
});

test.each([
  ["contributions", ["0".repeat(32), "", ""], ["seals", "seed"]],
  ["contributions", ["", "", ""], ["seed"]],
  ["seals", [seals[0], "", ""], ["seed"]],
  ["table", "abcdefgh", ["commitment"]],
  ["match", 3, ["commitment"]],
])("another %s of the shared seed is found", async (name, value, wrong) => {
  const [text] = tampered(
    (line) => "format" in line,
    (line: { shared_seed: Record<string, unknown> }) => (line.shared_seed[name] = value),
    SHARED_RECORD,
  );
  const found = (await findings(text)).filter(({ isRight }) => !isRight);
  expect(found.map(({ what }) => what)).toEqual(wrong);
});

test("a record of a closed table has its seeds in the header", async () => {
  const { seed, server_seed } = JSON.parse(SHARED_RECORD.trimEnd().split("\n").at(-1) as string) as Record<
    string,
    string
  >;
  const [opened] = tampered(
    (line) => "format" in line,
    (line: Record<string, unknown>) => Object.assign(line, { seed, server_seed }),
    SHARED_RECORD,
  );
  const cut = [...opened.trimEnd().split("\n").slice(0, -1), '{"paused": 3, "scores": [0, 0, 0], "moves": 1}'].join(
    "\n",
  );
  const found = await findings(cut);
  expect(found.length).toBeGreaterThan(3);
  expect(found.every(({ isRight }) => isRight)).toBe(true);
});
