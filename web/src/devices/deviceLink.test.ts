// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { arrivedLink, forgetLink, readFragment, takeLink } from "./deviceLink";

const CODE = `gabcdefghjkmn.${"A-_9".repeat(10)}abc`;

beforeEach(() => {
  forgetLink();
  history.replaceState(null, "", "/");
});

it("reads the code and the table", () => {
  expect(readFragment(`#${CODE}`)).toEqual({ code: CODE, table: null });
  expect(readFragment(`#${CODE}/k7m2xw9p`)).toEqual({ code: CODE, table: "k7m2xw9p" });
});

it.each([
  "",
  "#",
  "#x",
  `#${CODE}x`,
  `#${CODE}/`,
  `#${CODE}//evil.example`,
  `#${CODE}/../rules`,
  `#${CODE}/k7m2xw9p/x`,
])("refuses %s", (fragment) => expect(readFragment(fragment)).toBeNull());

it("removes the code from the address and keeps it in memory", () => {
  const entries = history.length;
  history.replaceState(null, "", `/device#${CODE}/k7m2xw9p`);
  takeLink();
  expect(location.href).not.toContain("#");
  expect(history.length).toBe(entries);
  expect(arrivedLink()).toEqual({ code: CODE, table: "k7m2xw9p" });
  forgetLink();
  expect(arrivedLink()).toBeNull();
});

it("removes what it cannot read, too, and leaves the anchors of other pages alone", () => {
  history.replaceState(null, "", "/device#half-a-code");
  takeLink();
  expect([location.hash, arrivedLink()]).toEqual(["", null]);
  history.replaceState(null, "", "/rules#UNO-01");
  takeLink();
  expect(location.hash).toBe("#UNO-01");
});
