import { expect, it } from "vitest";
import { axisOf, barsOf } from "./parts";
import { REVIEW } from "./sample";

it.each([REVIEW.summary, ...REVIEW.rounds.map(({ summary }) => summary)].map((each) => [each] as const))(
  "bars follow one another, and the last is as long as all of them lead",
  (summaries) => {
    const axis = axisOf(summaries);
    for (const summary of summaries) {
      const bars = barsOf(summary, axis);
      const changes = bars.filter(({ part }) => part !== "result");
      let end = 0;
      for (const { value, left, width } of changes) {
        const [from, to] = [Math.min(end, end + value), Math.max(end, end + value)];
        const place = (level: number): number => (level - axis.low) / (axis.high - axis.low);
        expect(left).toBeCloseTo(place(from), 4);
        expect(left + width).toBeCloseTo(place(to), 4);
        end += value;
      }
      expect(end).toBeCloseTo(summary.result, 4);
      for (const { left, width } of bars) {
        expect(left).toBeGreaterThanOrEqual(-1e-9);
        expect(left + width).toBeLessThanOrEqual(1 + 1e-9);
      }
    }
  },
);
