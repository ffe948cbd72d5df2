import { render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EventShown } from "$protocol";
import { preferences } from "$/remembered/preferences.svelte";
import { words } from "$/words/language.svelte";
import { happened, modelAs, step } from "../testing";
import Celebrations from "./Celebrations.svelte";

const begin = step(1, happened("turn", { seat: 0 }));
const celebrations = (container: Element): (string | undefined)[] =>
  [...container.querySelectorAll<HTMLElement>(".celebration")].map(({ dataset }) => dataset.celebration);

async function after(events: EventShown[], onlyNew = true): Promise<HTMLElement> {
  const { container, rerender } = render(Celebrations, {
    model: modelAs({}, 0, [begin]),
    steps: onlyNew ? [] : [begin],
  });
  const news = step(2, ...events);
  await rerender({ model: modelAs({}, 0, [begin, news]), steps: onlyNew ? [news] : [begin, news] });
  await vi.advanceTimersByTimeAsync(600);
  await tick();
  return container;
}

beforeEach(() => {
  vi.useFakeTimers();
  words.take("en", { "moment.caught": "Caught!", "moment.round": "{player} wins the round!" });
});
afterEach(() => {
  vi.useRealTimers();
  preferences.change({ calm: false });
});

const KINDS: [string, EventShown[]][] = [
  ["boost", [happened("boost", { seat: 1, color: "g" })]],
  ["run", [happened("play", { seat: 1, card: "WE" })]],
  ["dance", [happened("dance", { seat: 1 })]],
  [
    "gauntlet",
    ["play", "lay", "check"].map((kind) => happened(kind, { seat: 1, card: kind === "play" ? "WG" : "r4" })),
  ],
  ["stack", [happened("ask", { seat: 1, question: "draw2", amount: 4 })]],
  ["stamp", [happened("challenge", { seat: 0, other: 1, amount: 1 })]],
  ["stamp", [happened("caught", { seat: 1, other: 0 })]],
  ["uno", [happened("uno", { seat: 1 })]],
  ["skip", [happened("skip", { seat: 1, rule: "SKIP-01" })]],
  ["reverse", [happened("reverse", { amount: 1 })]],
  ["win", [happened("out", { seat: 1 })]],
  ["stamp", [happened("void")]],
];

describe("Celebrations", () => {
  it.each(KINDS)("shows %s and takes it away again", async (kind, events) => {
    const container = await after(events);
    expect(celebrations(container)).toContain(kind);
    await vi.advanceTimersByTimeAsync(2_600);
    await tick();
    expect(celebrations(container)).toEqual([]);
  });

  it("is for the eye alone, and says who it was in the reader's words", async () => {
    const container = await after([happened("out", { seat: 1 })]);
    expect(container.querySelector(".celebrations")?.getAttribute("aria-hidden")).toBe("true");
    expect(container.textContent).toContain("P1 wins the round!");
    expect(container.querySelectorAll(".piece").length).toBeLessThanOrEqual(60);
  });

  it("may be given all steps as well as the new ones", async () => {
    expect(celebrations(await after([happened("caught", { seat: 1 })], false))).toEqual(["stamp"]);
  });

  it("does not show again what has been", async () => {
    const steps = [begin, step(2, happened("caught", { seat: 1 }))];
    const { container } = render(Celebrations, { model: modelAs({}, 0, steps), steps });
    await vi.advanceTimersByTimeAsync(500);
    expect(celebrations(container)).toEqual([]);
  });

  it("shows it again when a replay has gone back", async () => {
    const second = step(2, happened("caught", { seat: 1 }));
    const { container, rerender } = render(Celebrations, { model: modelAs({}, 0, [begin, second]), steps: [second] });
    await rerender({ model: modelAs({}, 0, [begin]), steps: [second] });
    await rerender({ model: modelAs({}, 0, [begin, second]), steps: [second] });
    await vi.advanceTimersByTimeAsync(500);
    expect(celebrations(container)).toEqual(["stamp"]);
  });

  it("stands still for those who want it calm", async () => {
    preferences.change({ calm: true });
    const container = await after([happened("caught", { seat: 1 })]);
    expect(container.querySelector(".celebration")?.classList.contains("calm")).toBe(true);
    expect(container.textContent).toContain("Caught!");
  });

  it("has no style attribute in its markup that the content policy would refuse", () => {
    const sources = import.meta.glob("./*.svelte", { query: "?raw", import: "default", eager: true });
    for (const source of Object.values(sources)) expect(source).not.toMatch(/\sstyle="/);
  });
});
