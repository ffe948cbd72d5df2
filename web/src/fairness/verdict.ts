// The overall result of a check.

import type { Finding } from "./check";

export interface Verdict {
  /**
   * `good`: everything agrees, also with the commitment that was shown before the deal. `within`: the record agrees with
   * itself, but the commitment shown before the deal is unknown. `bad`: something differs. `none`: nothing could be checked.
   */
  kind: "good" | "within" | "bad" | "none";
  /** Number of wrong findings. */
  wrong: number;
}

export function verdictOf(findings: readonly Finding[]): Verdict {
  const wrong = findings.filter(({ isRight }) => !isRight).length;
  if (wrong) return { kind: "bad", wrong };
  if (!findings.length) return { kind: "none", wrong };
  return { kind: findings.some(({ what }) => what === "shown") ? "good" : "within", wrong };
}
