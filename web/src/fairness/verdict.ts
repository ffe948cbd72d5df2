// What the findings of a check amount to.

import type { Finding } from "./check";

export interface Verdict {
  /** `good`: all holds, against the commitment that was shown before the deal. `within`: all holds, but nobody has said what was
   * shown. `bad`: something does not hold. `none`: nothing could be checked. */
  kind: "good" | "within" | "bad" | "none";
  /** How many findings are wrong. */
  wrong: number;
}

export function verdictOf(findings: readonly Finding[]): Verdict {
  const wrong = findings.filter(({ isRight }) => !isRight).length;
  if (wrong) return { kind: "bad", wrong };
  if (!findings.length) return { kind: "none", wrong };
  return { kind: findings.some(({ what }) => what === "shown") ? "good" : "within", wrong };
}
