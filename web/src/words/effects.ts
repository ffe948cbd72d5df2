// What a card does, in sentences made from its attributes. The same keys and order as in texts/effects.py.

import type { Effect } from "$protocol";
import { faceName } from "./game";
import { counted, text } from "./language.svelte";

type IsInForce = (rule: string) => boolean;

/**
 * Say what a card does. `countsAs` is the face of the card that rules mention where they mean this one as well; what
 * belongs to a rule that is not in force is left out.
 */
export function effectSentences(
  effect: Effect,
  countsAs: string | null = null,
  isInForce: IsInForce = () => true,
): string[] {
  const found = partsOf(effect, isInForce).map(([key, amount]) => counted(`effect.${key}`, amount));
  if (countsAs !== null) found.push(text("effect.counts_as", { card: faceName(countsAs) }));
  if (!effect.color && effect.draws && !effect.restricted) found.push(text("effect.unrestricted"));
  return found;
}

/** The sentences as one text; empty for a card that does nothing. */
export const effectText = (...described: Parameters<typeof effectSentences>): string =>
  effectSentences(...described).reduce(
    (first, second) => (first ? text("review.sentences", { first, second }) : second),
    "",
  );

/** The keys of an effect's sentences, each with the amount it mentions (0 for none). */
function partsOf(effect: Effect, isInForce: IsInForce): [key: string, amount: number][] {
  const { skips = 0, draws = 0, dares = 0, checks = 0, exchanges } = effect;
  const parts: [string, number, boolean][] = [
    ["names", 0, !effect.color],
    ["skips.all", 0, skips === "all"],
    ["skips", Number(skips), Number(skips) > 0],
    ["draws", draws, draws > 0],
    ["dares", dares, dares > 0],
    ["checks", checks, checks > 0],
    ["reverses", 0, Boolean(effect.reverses)],
    ["boosts", 0, Boolean(effect.boosts)],
    ["escapes", 0, Boolean(effect.escapes)],
    ["restricted", 0, Boolean(effect.restricted)],
    ["challenged", 0, Boolean(effect.restricted) && isInForce("CHAL-02")],
    [exchanges ?? "", 0, Boolean(exchanges) && isInForce("SEVEN-01")],
    ["shield", 0, Boolean(effect.shield) && isInForce("SHIELD-01")],
    ["footprint", 0, Boolean(effect.footprint)],
  ];
  return parts.filter(([, , applies]) => applies).map(([key, amount]) => [key, amount]);
}
