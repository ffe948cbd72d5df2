import { expect, it } from "vitest";
import type { Catalogue, EditionShown, OptionShown } from "$protocol";
import { CATALOGUE } from "$/rulebook/sample";
import { targetOf, withTarget } from "./matchLength";

const target: OptionShown = { name: "target", default: 500, kind: "number", rules: [], rules_by_value: {} };
const catalogue: Catalogue = {
  ...CATALOGUE,
  options: [...CATALOGUE.options.filter(({ name }) => name !== "target"), target],
  presets: { official: {}, short: { target: 200 } },
};
const edition: EditionShown = { ...(CATALOGUE.editions[0] as EditionShown), options: ["target"] };

it("is the own target, that of the preset, or the official one", () => {
  expect(targetOf(null, {})).toBe(500);
  expect(targetOf(null, { options: { target: 0 } })).toBe(0);
  expect(targetOf(catalogue, { preset: "short" })).toBe(200);
  expect(targetOf(catalogue, { preset: "short", options: { target: 350 } })).toBe(350);
  expect(targetOf(catalogue, { preset: "official", options: { cut: true } })).toBe(500);
});

it("becomes an option, unless the preset has the same value", () => {
  expect(withTarget(catalogue, edition, { preset: "official" }, 0).options).toEqual({ target: 0 });
  expect(withTarget(catalogue, edition, { preset: "official", options: { target: 0 } }, 500).options).toEqual({});
  expect(withTarget(catalogue, edition, { preset: "short" }, 500).options).toEqual({ target: 500 });
  expect(withTarget(catalogue, edition, { preset: "short", options: { target: 500 } }, 200).options).toEqual({});
});

it("can be chosen before the catalogue is loaded", () => {
  expect(withTarget(null, null, { options: { target: 0 } }, 200).options).toEqual({ target: 200 });
});
