// Takes part in the shuffle of the next match (docs/fairness.md): seals random bytes, and tells them when the seals of all
// players are fixed.

import type { UpcomingShown } from "$protocol";
import type { NewCommand } from "$/wire/socket";
import { acceptSeals, contributionTo } from "./contributions";
import { sealOf } from "./sharedSeed";

/** What to send now; null if there is nothing to send for this seat. */
export function nextContribution({ commitment, seals }: UpcomingShown, seat: number): NewCommand | null {
  const { contribution } = contributionTo(commitment);
  const seal = sealOf(contribution, commitment);
  if (!seals) return { type: "seal", commitment, seal };
  const isMine = seals[seat] === seal; // otherwise another device of this guest has sealed
  return isMine && acceptSeals(commitment, seals) ? { type: "contribute", commitment, contribution } : null;
}
