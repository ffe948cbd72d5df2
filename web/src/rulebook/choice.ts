// The host's choice: a preset and single options. Nothing here knows what an option means; the server validates it.

import type { Catalogue, EditionShown, OptionShown, TableSetup, SetupShown } from "$protocol";

export type Value = boolean | number | string;
export type Values = Readonly<Record<string, Value>>;

export const OFFICIAL = "official";

/** Options under one heading. */
export interface Group {
  /** Its title is `start.group.NAME`. */
  name: string;
  options: readonly OptionShown[];
}

/** The options that have a meaning in an edition. */
export const optionsOf = (catalogue: Catalogue, edition: EditionShown): OptionShown[] =>
  catalogue.options.filter(({ name }) => edition.options.includes(name));

/** The options of an edition in groups, in the catalogue's order, those of no group last; empty groups are left out. */
export function groupsOf(catalogue: Catalogue, edition: EditionShown): Group[] {
  const all = optionsOf(catalogue, edition);
  const groups = catalogue.option_groups.map((name) => ({ name, options: all.filter(({ group }) => group === name) }));
  const known = new Set(groups.flatMap(({ options }) => options));
  groups.push({ name: "other", options: all.filter((option) => !known.has(option)) });
  return groups.filter(({ options }) => options.length);
}

/** Every option's value under a preset in an edition. */
function presetValues(catalogue: Catalogue, edition: EditionShown, preset: string = OFFICIAL): Values {
  const set = catalogue.presets[preset] ?? {};
  return Object.fromEntries(
    optionsOf(catalogue, edition).map(({ name, default: usual }) => [name, (set[name] ?? usual) as Value]),
  );
}

/** Every option's value in a setup. */
export function valuesOf(catalogue: Catalogue, edition: EditionShown, setup: TableSetup): Values {
  const values = presetValues(catalogue, edition, setup.preset);
  const own = Object.entries(setup.options ?? {}).filter(([name]) => name in values);
  return { ...values, ...Object.fromEntries(own) };
}

/** The options whose value is not the official one. */
export function differences(
  catalogue: Catalogue,
  edition: EditionShown,
  values: Readonly<Record<string, unknown>>,
): { option: OptionShown; value: unknown }[] {
  return optionsOf(catalogue, edition)
    .map((option) => ({ option, value: values[option.name] ?? option.default }))
    .filter(({ option, value }) => value !== option.default);
}

/** The setup with one option changed; a value that the preset already has is left out. */
export function withOption(
  catalogue: Catalogue,
  edition: EditionShown,
  setup: TableSetup,
  name: string,
  value: Value,
): TableSetup {
  return {
    ...setup,
    options: changesFromPreset(catalogue, edition, setup.preset, { ...setup.options, [name]: value }),
  };
}

/** The setup with a preset and no further options. */
export const withPreset = (setup: TableSetup, preset: string): TableSetup => ({ ...setup, preset, options: {} });

/** The setup with a shipped edition. */
export function withEdition(catalogue: Catalogue, setup: TableSetup, name: string): TableSetup {
  const edition = catalogue.editions.find((each) => each.name === name);
  if (!edition) return setup;
  const options = changesFromPreset(catalogue, edition, setup.preset, setup.options ?? {});
  const changed: TableSetup = { ...setup, edition: name, options };
  delete changed.edition_file; // it would be played instead
  return changed;
}

/** The setup with an own edition. */
export function withFile(catalogue: Catalogue, setup: TableSetup, file: string, edition: EditionShown): TableSetup {
  const options = changesFromPreset(catalogue, edition, setup.preset, setup.options ?? {});
  return { ...setup, edition_file: file, options };
}

/** Whether options differ from the preset. */
export const differsFromPreset = (setup: TableSetup): boolean => Object.keys(setup.options ?? {}).length > 0;

/** A table's setup in the form that can be changed and sent back, with the file of an own edition. */
export function setupOf(current: SetupShown, catalogue: Catalogue, edition: EditionShown, file?: string): TableSetup {
  const { preset, seats, move_seconds, bot_pause_ms } = current;
  // The table lists differences from the official rules, a setup lists differences from its preset.
  const values = { ...presetValues(catalogue, edition), ...(current.options as Values) };
  const setup: TableSetup = {
    preset,
    options: changesFromPreset(catalogue, edition, preset, values),
    seats,
    move_seconds,
    bot_pause_ms,
    public: current.public,
    hints: current.hints,
    ...(current.late_joining && { late_joining: current.late_joining }),
  };
  return current.own_edition && file !== undefined
    ? { ...setup, edition_file: file }
    : { ...setup, edition: current.edition };
}

function changesFromPreset(
  catalogue: Catalogue,
  edition: EditionShown,
  preset: string | undefined,
  options: Values,
): Record<string, Value> {
  const set = presetValues(catalogue, edition, preset);
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => name in set && set[name] !== value));
}
