// A moment of a match, as the address names it: /t/CODE/match/N?round=R&step=K&seat=S.

export interface Moment {
  /** From 1. */
  round: number;
  /** 0 is the deal. */
  step: number;
  /** Through whose eyes; none: every card is open. */
  seat: number | null;
}

const number = (written: string | null): number | null =>
  written !== null && /^\d{1,6}$/.test(written) ? Number(written) : null;

/** Read an address's query; what is missing or cannot be is the beginning. */
export function readMoment(query: URLSearchParams): Moment {
  return {
    round: Math.max(1, number(query.get("round")) ?? 1),
    step: number(query.get("step")) ?? 0,
    seat: number(query.get("seat")),
  };
}

/** Write a moment as parameters; the usual is left out. */
export const writeMoment = ({ round, step, seat }: Moment): Record<string, number | null> => ({
  round: round === 1 ? null : round,
  step: step || null,
  seat,
});

/** Return the path that leads to a moment. */
export function pathOf(code: string, match: number, moment: Moment): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(writeMoment(moment))) if (value !== null) query.set(name, String(value));
  return `/t/${code}/match/${match}${query.size ? `?${query}` : ""}`;
}
