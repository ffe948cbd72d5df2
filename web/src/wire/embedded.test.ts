import { afterEach, expect, test, vi } from "vitest";
import { cardPicture } from "$/cards/picture";
import { embed, isExported, loadJson, pictureUrl } from "./embedded";

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0#"/></svg>';

afterEach(() => {
  embed(null);
  vi.unstubAllGlobals();
});

test("a page from a server asks it for everything", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response('{"a":1}')));
  expect(isExported()).toBe(false);
  expect(await loadJson("/static/texts/en.json")).toEqual({ a: 1 });
  expect(pictureUrl("/static/cards/classic/r7.svg")).toBe("/static/cards/classic/r7.svg");
});

test("an answer that is an error is no JSON", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 503 })));
  await expect(loadJson("/static/texts/en.json")).rejects.toThrow("/static/texts/en.json: 503");
});

test("an exported page has its texts and pictures in itself", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no network")));
  embed({ "/static/texts/en.json": { a: 2 }, "/static/cards/classic/r%2B2.svg": DRAWING });
  expect(isExported()).toBe(true);
  expect(await loadJson("/static/texts/en.json")).toEqual({ a: 2 });
  const url = cardPicture("classic", "r+2");
  expect(decodeURIComponent(url.replace("data:image/svg+xml,", ""))).toBe(DRAWING);
  expect(url).not.toContain("#"); // it would cut the drawing off
});
