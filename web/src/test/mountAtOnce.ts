// Mounts everything at once: `vi.mock("$/parts/mountQueue", () => import("$/test/mountAtOnce"))`.

export function enqueueMount(_stage: string, mount: () => void): () => void {
  mount();
  return () => undefined;
}
