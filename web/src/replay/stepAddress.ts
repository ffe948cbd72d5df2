// A step of a match in the page's address: /t/CODE/match/N?round=R&step=K&seat=S.

export interface StepAddress {
  /** From 1. */
  round: number;
  /** 0 is the deal. */
  step: number;
  /** The seat whose view is shown; null shows every hand. */
  seat: number | null;
}

export const FIRST_STEP: StepAddress = { round: 1, step: 0, seat: null };

const number = (written: string | null): number | null =>
  written !== null && /^\d{1,6}$/.test(written) ? Number(written) : null;

/** Read the query of an address; missing and invalid values are those of the first step. */
export function readStepAddress(query: URLSearchParams): StepAddress {
  return {
    round: Math.max(1, number(query.get("round")) ?? 1),
    step: number(query.get("step")) ?? 0,
    seat: number(query.get("seat")),
  };
}

/** The step as parameters of an address; null for defaults, which are left out. */
export const stepParameters = ({ round, step, seat }: StepAddress): Record<string, number | null> => ({
  round: round === 1 ? null : round,
  step: step || null,
  seat,
});

export function stepPath(code: string, match: number, address: StepAddress): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(stepParameters(address)))
    if (value !== null) query.set(name, String(value));
  return `/t/${code}/match/${match}${query.size ? `?${query}` : ""}`;
}
