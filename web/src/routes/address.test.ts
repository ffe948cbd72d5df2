import { expect, it } from "vitest";
import { placeOf } from "./address.svelte";

it.each([
  ["/", { page: "start" }],
  ["/t/ABCD", { page: "table", code: "ABCD" }],
  ["/t/ABCD/", { page: "table", code: "ABCD" }],
  ["/t/ABCD/match/2", { page: "replay", code: "ABCD", match: 2 }],
  ["/t/ABCD/match/2/review", { page: "review", code: "ABCD", match: 2 }],
  ["/t/ABCD/match/2/else", { page: "lost" }],
  ["/t/ABCD/match/0", { page: "lost" }],
  ["/t/ABCD/match/two", { page: "lost" }],
  ["/t/%22%2F%23", { page: "table", code: '"/#' }],
  ["/t/%E0%A4%A", { page: "table", code: "%E0%A4%A" }],
  ["/rules", { page: "rules", edition: "classic" }],
  ["/rules/bts", { page: "rules", edition: "bts" }],
  ["/learn", { page: "learn" }],
  ["/me", { page: "me" }],
  ["/device", { page: "device" }],
  ["/api/tables", { page: "lost" }],
])("reads the address %s", (path, place) => {
  expect(placeOf(path)).toEqual(place);
});
