import { describe, expect, test } from "vitest";
import type { TableSetup } from "$protocol";
import {
  differences,
  groupsOf,
  differsFromPreset,
  setupOf,
  valuesOf,
  withEdition,
  withFile,
  withOption,
  withPreset,
} from "./choice";
import { BTS, CATALOGUE, CLASSIC, THUNDER } from "./sample";

const PARTY: TableSetup = { edition: "classic", preset: "party", options: {} };

describe("single options on top of a preset", () => {
  test("only differences from the preset are sent", () => {
    const changed = withOption(CATALOGUE, CLASSIC, PARTY, "seven_zero", true);
    expect(changed.options).toEqual({ seven_zero: true });
    expect(withOption(CATALOGUE, CLASSIC, changed, "seven_zero", false).options).toEqual({});
  });

  test("an option that the preset turns on can be turned off", () => {
    const changed = withOption(CATALOGUE, CLASSIC, PARTY, "cut", false);
    expect(changed.options).toEqual({ cut: false });
    expect(valuesOf(CATALOGUE, CLASSIC, changed)).toMatchObject({ cut: false, stacking: "same", hand_size: 7 });
    expect(differsFromPreset(changed)).toBe(true);
    expect(differsFromPreset(withPreset(changed, "party"))).toBe(false);
  });

  test("differences from the official rules include those of the preset", () => {
    const values = valuesOf(CATALOGUE, CLASSIC, { ...PARTY, options: { challenge: false } });
    const found = differences(CATALOGUE, CLASSIC, values).map(({ option, value }) => [option.name, value]);
    expect(found).toEqual([
      ["challenge", false],
      ["stacking", "same"],
      ["cut", true],
    ]);
    expect(differences(CATALOGUE, CLASSIC, valuesOf(CATALOGUE, CLASSIC, { preset: "official" }))).toEqual([]);
  });
});

describe("another edition", () => {
  test("keeps the options that have a meaning in it, and no others", () => {
    const setup: TableSetup = { edition: "bts", preset: "official", options: { dance_judge: "vote", cut: true } };
    expect(withEdition(CATALOGUE, setup, "classic")).toEqual({
      edition: "classic",
      preset: "official",
      options: { cut: true },
    });
  });

  test("a file's edition is played instead, until one that ships is chosen", () => {
    const setup = withFile(CATALOGUE, { ...PARTY, options: { seven_zero: true } }, "format = 1", THUNDER);
    expect(setup).toMatchObject({ edition_file: "format = 1", options: {} });
    expect("edition_file" in withEdition(CATALOGUE, setup, "bts")).toBe(false);
  });

  test("offers its own options in a group of their own", () => {
    const names = (edition: typeof BTS): string[] => groupsOf(CATALOGUE, edition).map(({ name }) => name);
    expect(names(BTS)).toEqual(["house", "edition", "turn", "match"]);
    expect(names(CLASSIC)).toEqual(["house", "turn", "match"]);
  });
});

test("what a table plays can be changed and sent back", () => {
  const current = {
    edition: "classic",
    theme: "classic",
    own_edition: false,
    preset: "party",
    options: { cut: true, challenge: false },
    seats: 5,
    move_seconds: 30,
    bot_pause_ms: 800,
    public: true,
    hints: true,
    late_joining: "ask" as const,
  };
  expect(setupOf(current, CATALOGUE, CLASSIC)).toEqual({
    edition: "classic",
    preset: "party",
    // The party preset stacks; this table does not.
    options: { challenge: false, stacking: "off" },
    seats: 5,
    move_seconds: 30,
    bot_pause_ms: 800,
    public: true,
    hints: true,
    late_joining: "ask",
  });
  const own = setupOf({ ...current, own_edition: true, edition: "thunder" }, CATALOGUE, THUNDER, "format = 1");
  expect(own).toMatchObject({ edition_file: "format = 1" });
});
