// The length of a match: the option `target`, the points that decide it.

import type { Catalogue, EditionShown, TableSetup } from "$protocol";
import { OFFICIAL, withOption } from "$/rulebook/choice";

/** The lengths that are offered; 0 is a single round. */
export const LENGTHS: readonly number[] = [0, 200, 500];

const OFFICIAL_TARGET = 500;

/** The target of a setup: its own, that of its preset, or the official one. */
export function targetOf(catalogue: Catalogue | null, { preset = OFFICIAL, options }: TableSetup): number {
  const official = catalogue?.options.find(({ name }) => name === "target")?.default as unknown;
  const values = [options?.target, catalogue?.presets[preset]?.target as unknown, official];
  return values.find((value): value is number => typeof value === "number") ?? OFFICIAL_TARGET;
}

/** The setup with another target. Before the catalogue is loaded, it is an option even if the preset has the same. */
export const withTarget = (
  catalogue: Catalogue | null,
  edition: EditionShown | null,
  setup: TableSetup,
  target: number,
): TableSetup =>
  catalogue && edition
    ? withOption(catalogue, edition, setup, "target", target)
    : { ...setup, options: { ...setup.options, target } };
