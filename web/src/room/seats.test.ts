import { describe, expect, it } from "vitest";
import type { You } from "$protocol";
import { bot, free, person, sampleTable } from "./sample";
import { canArrange, canSitDown, controlsOf, missingToStart } from "./seats";

const host: You = { guest: "a", name: "Anna", seat: 0, host: true };
const guest: You = { guest: "b", name: "Ben", seat: 1, host: false };
const nobody: You = { guest: null, name: null, seat: null, host: false };
const table = sampleTable({ seats: [person("Anna"), person("Ben"), bot(), free] });
const all = (you: You, at = table, swapping: number | null = null): string[][] =>
  at.seats.map((_, number) => controlsOf(at, you, number, swapping));

describe("what can be done about seats before a match", () => {
  it("is everything for the host", () => {
    expect(all(host)).toEqual([
      ["swap", "leave"],
      ["swap", "mute", "hand_over", "kick"],
      ["level", "remove_bot", "swap"],
      ["sit", "add_bot"],
    ]);
    expect(controlsOf(table, host, 3, 0)).toContain("swap");
  });

  it("is leaving or changing the own seat for a guest", () => {
    expect(all(guest)).toEqual([["mute"], ["leave"], ["swap"], ["sit"]]);
  });

  it("is taking a free seat for a spectator", () => {
    expect(all(nobody)).toEqual([["mute"], ["mute"], [], ["sit"]]);
    expect(canSitDown(table, nobody)).toBe(true);
    expect(canSitDown(table, guest)).toBe(false);
  });
});

describe("what can be done about seats during a match", () => {
  const running = { ...table, status: "playing" as const, seats: [person("Anna"), person("Ben"), bot()] };

  it("leaves out swaps, bots and free seats", () => {
    expect(all(host, running)).toEqual([["leave"], ["mute", "hand_over", "kick"], []]);
    expect(all(guest, running)).toEqual([["mute"], ["leave"], []]);
    expect(canSitDown(running, nobody)).toBe(false);
  });

  it("includes returning to the own seat after leaving it", () => {
    const left = { ...running, seats: [person("Anna"), person("Ben", { left: true }), bot()] };
    expect(controlsOf(left, guest, 1, null)).toEqual(["return"]);
    expect(controlsOf(left, host, 1, null)).toEqual([]);
  });

  it("is nothing at the table of a lesson, or one that goes on from a position", () => {
    expect(canArrange(sampleTable({ lesson: { name: "basics", steps: [] } }))).toBe(false);
    expect(canArrange(sampleTable({ origin: { table: "x", match: 1, round: 1, step: 4 } }))).toBe(false);
  });
});

describe("what is missing for a match", () => {
  it("is players, the host's start, a short wait, or nothing", () => {
    expect(missingToStart(table, host)).toEqual({ what: "seats", free: 1 });
    expect(missingToStart(sampleTable(), guest)).toEqual({ what: "host", free: 0 });
    expect(missingToStart(sampleTable({ status: "starting" }), host)?.what).toBe("starting");
    expect(missingToStart(sampleTable(), host)).toBeNull();
  });
});
