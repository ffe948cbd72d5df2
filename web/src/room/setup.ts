// A table's setup as it is in force, made into one that can be sent.

import type { Setup, SetupShown } from "$protocol";

/** Write a setup that means what is in force. `file`: the text of the host's own edition, if one is played. */
export function setupOf(shown: SetupShown, file: string | null): Setup {
  const { edition, preset, options, seats, move_seconds, bot_pause_ms } = shown;
  const rest: Setup = { preset, seats, move_seconds, bot_pause_ms, public: shown.public };
  rest.options = options as Record<string, boolean | number | string>;
  return shown.own_edition && file !== null ? { ...rest, edition_file: file } : { ...rest, edition };
}
