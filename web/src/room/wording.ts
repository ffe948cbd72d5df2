// Sentences about the table itself: refusals, the title of the window, the end of a round.

import type { First, Refused, TableShown } from "$protocol";
import { parseMove } from "$/notation/move";
import { cardName, colorName, explain, moveName, type NameOf } from "$/words/game";
import { counted, join, text } from "$/words/language.svelte";
import type { TableState } from "$/table/state";
import { isMyTurn } from "./boardModel";

/** Explain a refusal, and name the player who was faster if that is the reason. */
export function refusalWords(refused: Refused, { view }: TableState, nameOf: NameOf): string {
  const top = view?.discard.at(-1);
  const known = {
    color: view?.color ? colorName(view.color) : undefined,
    top: top === undefined ? undefined : cardName(top),
    asked: view?.turn === null || view?.turn === undefined ? undefined : nameOf(view.turn),
  };
  const { first } = refused;
  const because = explain(refused, known);
  if (!first) return because;
  // The own seat was "faster": a second press, another window, or the clock.
  if (first.seat === view?.seat) return text("room.first.own", { move: moveName(first.move, nameOf) });
  return `${because} ${firstWords(first, view?.seat ?? null, nameOf)}`;
}

function firstWords({ seat, move }: First, me: number | null, nameOf: NameOf): string {
  const player = nameOf(seat);
  const { verb, target } = parseMove(move);
  if (verb === "uno") return text("room.first.uno", { player });
  if (verb !== "catch" || target === null) return text("room.first", { player, move: moveName(move, nameOf) });
  if (target === me) return text("room.first.catch_you", { player });
  return text("room.first.catch", { player, other: nameOf(target) });
}

/** The title of the window, which shows in other tabs whose turn it is. */
export function windowTitle(state: TableState, edition: string): string {
  const where = `${edition} · Huefall`;
  if (isMyTurn(state)) return `● ${text("table.prompt")} · ${where}`;
  if (state.view?.over) return `${text("phase.over")} · ${where}`;
  return where;
}

/** Who takes the free seats of a rematch: people who asked for one, then bots. Empty if no seat is free. */
export function rematchWords(table: TableShown): string {
  const free = table.seats.filter(({ kind }) => kind === "empty").length;
  const people = (table.requests ?? []).slice(0, free).map(({ name }) => name);
  const bots = free - people.length;
  return [
    ...(people.length ? [text("room.rematch.people", { players: join(people) })] : []),
    ...(bots ? [counted("room.rematch.bots", bots)] : []),
  ].join(" ");
}

export function endWords({ view }: TableState, nameOf: NameOf): string {
  if (!view?.over) return "";
  if (view.match_winners) return text("room.won_match", { players: join(view.match_winners.map(nameOf)) });
  return view.winner === null ? text("table.round_void") : text("room.won_round", { player: nameOf(view.winner) });
}
