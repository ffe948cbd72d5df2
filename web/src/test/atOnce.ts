// Whoever waits for a turn has it at once: `vi.mock("$/parts/turns", () => import("$/test/atOnce"))`.

export function takeTurn(_at: number, act: () => void): () => void {
  act();
  return () => undefined;
}
