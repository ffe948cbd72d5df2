// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { Finding } from "./check";
import { rememberCommitment, shownCommitment } from "./shownCommitments";
import { verdictOf } from "./verdict";

const finding = (what: "shown" | "commitment", isRight: boolean): Finding =>
  ({ what, isRight, shown: "", computed: "", written: "" }) as Finding;

test("only a check against what was shown before the deal is called fair", () => {
  expect(verdictOf([finding("shown", true), finding("commitment", true)]).kind).toBe("good");
  expect(verdictOf([finding("commitment", true)]).kind).toBe("within");
  expect(verdictOf([finding("shown", true), finding("commitment", false)])).toEqual({ kind: "bad", wrong: 1 });
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
