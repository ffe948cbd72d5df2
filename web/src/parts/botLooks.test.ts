import { expect, it } from "vitest";
import { botLook } from "./botLooks";

const MAX_SEATS = 10;

it("gives every seat of the largest table a bot of another shape, and of another colour", () => {
  const looks = Array.from({ length: MAX_SEATS }, (_, seat) => botLook(seat));
  for (const part of ["shape", "head", "color"] as const)
    expect(new Set(looks.map((look) => look[part])).size).toBe(MAX_SEATS);
});
