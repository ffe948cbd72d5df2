// The overall result of a check.

import type { Finding } from "./check";

export interface Verdict {
  /**
   * `own`: as `good`, and this browser has contributed to the seed. `good`: everything agrees, also with the commitment that was shown before the deal. `within`: the record agrees with
   * itself, but the commitment shown before the deal is unknown. `bad`: something differs. `none`: nothing could be checked.
   */
  kind: "own" | "good" | "within" | "bad" | "none";
  /** Number of wrong findings. */
  wrong: number;
}

export function verdictOf(findings: readonly Finding[]): Verdict {
  const wrong = findings.filter(({ isRight }) => !isRight).length;
  if (wrong) return { kind: "bad", wrong };
  if (!findings.length) return { kind: "none", wrong };
  if (!findings.some(({ what }) => what === "shown")) return { kind: "within", wrong };
  return { kind: findings.some((each) => each.what === "own" && each.isIncluded) ? "own" : "good", wrong };
}
