// What a host chooses: a preset and single options beside it. Nothing here knows what an option means; the server judges.

import type { Catalogue, EditionShown, OptionShown, TableSetup, SetupShown } from "$protocol";

export type Value = boolean | number | string;
export type Values = Readonly<Record<string, Value>>;

export const OFFICIAL = "official";

/** Options that belong together, in the order they are offered. What is in none of them comes last. */
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ["house", ["stacking", "shields", "cut", "same_symbol", "seven_zero"]],
  ["edition", ["footprints", "boost_adds_skip", "dance_judge", "dance_ends_turn", "gauntlet_self"]],
  ["turn", ["draw", "drawn", "wild4", "challenge"]],
  ["uno", ["uno", "catch_until", "uno_penalty", "false_uno_penalty", "misplay_penalty"]],
  ["match", ["hand_size", "first_card", "scoring", "target"]],
];

/** Options under one heading. */
export interface Group {
  /** Of its title: `start.group.NAME`. */
  name: string;
  options: readonly OptionShown[];
}

/** Return the options that mean something in an edition. */
export const optionsOf = (catalogue: Catalogue, edition: EditionShown): OptionShown[] =>
  catalogue.options.filter(({ name }) => edition.options.includes(name));

/** Return the options of an edition in groups; those that are empty are left out. */
export function groupsOf(catalogue: Catalogue, edition: EditionShown): Group[] {
  const all = optionsOf(catalogue, edition);
  const groups = GROUPS.map(([name, members]) => ({
    name,
    options: members.flatMap((member) => all.filter((option) => option.name === member)),
  }));
  const known = new Set(groups.flatMap(({ options }) => options));
  groups.push({ name: "other", options: all.filter((option) => !known.has(option)) });
  return groups.filter(({ options }) => options.length);
}

/** Return every option's value as a preset sets it in an edition. */
export function presetValues(catalogue: Catalogue, edition: EditionShown, preset: string = OFFICIAL): Values {
  const set = catalogue.presets[preset] ?? {};
  return Object.fromEntries(
    optionsOf(catalogue, edition).map(({ name, default: usual }) => [name, (set[name] ?? usual) as Value]),
  );
}

/** Return every option's value as a setup has it. */
export function valuesOf(catalogue: Catalogue, edition: EditionShown, setup: TableSetup): Values {
  const values = presetValues(catalogue, edition, setup.preset);
  const own = Object.entries(setup.options ?? {}).filter(([name]) => name in values);
  return { ...values, ...Object.fromEntries(own) };
}

/** Return the options whose value is not the official one. */
export function differences(
  catalogue: Catalogue,
  edition: EditionShown,
  values: Readonly<Record<string, unknown>>,
): { option: OptionShown; value: unknown }[] {
  return optionsOf(catalogue, edition)
    .map((option) => ({ option, value: values[option.name] ?? option.default }))
    .filter(({ option, value }) => value !== option.default);
}

/** Return the setup with one option changed. What is as the preset has it is not said twice. */
export function withOption(
  catalogue: Catalogue,
  edition: EditionShown,
  setup: TableSetup,
  name: string,
  value: Value,
): TableSetup {
  return { ...setup, options: besidePreset(catalogue, edition, setup.preset, { ...setup.options, [name]: value }) };
}

/** Return the setup with a preset, and nothing beside it. */
export const withPreset = (setup: TableSetup, preset: string): TableSetup => ({ ...setup, preset, options: {} });

/** Return the setup with an edition that ships. */
export function withEdition(catalogue: Catalogue, setup: TableSetup, name: string): TableSetup {
  const edition = catalogue.editions.find((each) => each.name === name);
  if (!edition) return setup;
  const options = besidePreset(catalogue, edition, setup.preset, setup.options ?? {});
  const changed: TableSetup = { ...setup, edition: name, options };
  delete changed.edition_file; // it would be played instead
  return changed;
}

/** Return the setup with an edition of one's own. */
export function withFile(catalogue: Catalogue, setup: TableSetup, file: string, edition: EditionShown): TableSetup {
  const options = besidePreset(catalogue, edition, setup.preset, setup.options ?? {});
  return { ...setup, edition_file: file, options };
}

/** Tell whether single options stand beside the preset. */
export const isBesidePreset = (setup: TableSetup): boolean => Object.keys(setup.options ?? {}).length > 0;

/** Return what a table plays as a setup that can be changed and sent back; with the file of an own edition. */
export function setupOf(shown: SetupShown, catalogue: Catalogue, edition: EditionShown, file?: string): TableSetup {
  const { preset, seats, move_seconds, bot_pause_ms } = shown;
  // The table tells what differs from the official rules; the setup says what differs from the preset.
  const values = { ...presetValues(catalogue, edition), ...(shown.options as Values) };
  const setup: TableSetup = {
    preset,
    options: besidePreset(catalogue, edition, preset, values),
    seats,
    move_seconds,
    bot_pause_ms,
    public: shown.public,
    hints: shown.hints,
  };
  return shown.own_edition && file !== undefined
    ? { ...setup, edition_file: file }
    : { ...setup, edition: shown.edition };
}

function besidePreset(
  catalogue: Catalogue,
  edition: EditionShown,
  preset: string | undefined,
  options: Values,
): Record<string, Value> {
  const set = presetValues(catalogue, edition, preset);
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => name in set && set[name] !== value));
}
