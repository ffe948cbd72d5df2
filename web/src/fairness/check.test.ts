import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { check, commitmentOf, type Finding } from "./check";
import { BrokenRecord, readRecord } from "./record";

// Written by `python web/src/fairness/fixtures/make_record.py`.
const RECORD = readFileSync("src/fairness/fixtures/match.jsonl", "utf8");
const COMMITMENT = "60a50421cbeb8b058040ad87cdef32c00a886e1c7d83f01fff4fccac323b29ed";

async function findings(text: string, shown: string | null = null): Promise<Finding[]> {
  const found: Finding[] = [];
  for await (const each of check(readRecord(text), shown)) found.push(each);
  return found;
}

/** Change one line of the record. */
function tampered(isIt: (line: Record<string, unknown>) => boolean, change: (line: never) => void): [string, number] {
  const lines = RECORD.trimEnd()
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
