import { expect, it } from "vitest";
import { readCatalogue } from "$/test/catalogues";
import { words } from "./language.svelte";
import { personName } from "./people";

it("leaves names alone, and says in the reader's language that one was deleted", () => {
  words.take("zh-Hant", readCatalogue("zh-Hant"));
  expect([personName("Anna"), personName("(deleted)")]).toEqual(["Anna", "已刪除的玩家"]);
});
