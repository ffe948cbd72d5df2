// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { Finding } from "./check";
import { sampleTable } from "$/room/sample";
import { rememberCommitment, rememberShown, shownCommitment } from "./shownCommitments";
import { verdictOf } from "./verdict";

const finding = (what: "shown" | "commitment", isRight: boolean): Finding =>
  ({ what, isRight, shown: "", computed: "", written: "" }) as Finding;

test("only a check against what was shown before the deal is called fair", () => {
  expect(verdictOf([finding("shown", true), finding("commitment", true)]).kind).toBe("good");
  expect(verdictOf([finding("commitment", true)]).kind).toBe("within");
  expect(verdictOf([finding("shown", true), finding("commitment", false)])).toEqual({ kind: "bad", wrong: 1 });
  const own = (isIncluded: boolean): Finding => ({ what: "own", isRight: true, isIncluded });
  expect(verdictOf([finding("shown", true), own(true)]).kind).toBe("own");
  expect(verdictOf([finding("shown", true), own(false)]).kind).toBe("good");
  expect(verdictOf([own(true)]).kind).toBe("within");
  expect(verdictOf([]).kind).toBe("none");
});

test("the commitment that was shown first is the one that is kept, and old ones are forgotten", () => {
  localStorage.clear();
  rememberCommitment("ABCD", 1, "first");
  rememberCommitment("ABCD", 1, "later");
  expect(shownCommitment("ABCD", 1)).toBe("first");
  expect(shownCommitment("ABCD", 2)).toBeNull();
  for (let match = 2; match < 220; match++) rememberCommitment("ABCD", match, "other");
  expect(shownCommitment("ABCD", 1)).toBeNull();
});

test("the commitment to a match is kept under its number before it is dealt", () => {
  localStorage.clear();
  const upcoming = { match: 2, commitment: "second", previous: "first", seals: null };
  rememberShown(sampleTable({ code: "efgh", match: 1, status: "over", commitment: "first", upcoming }));
  rememberShown(sampleTable({ code: "efgh", match: 1, status: "starting", commitment: "second" }));
  expect([1, 2].map((match) => shownCommitment("efgh", match))).toEqual([null, "second"]);
  rememberShown(sampleTable({ code: "ijkl", match: 3, status: "playing", commitment: "third" }));
  expect(shownCommitment("ijkl", 3)).toBe("third");
});
