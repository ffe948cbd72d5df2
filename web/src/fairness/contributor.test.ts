// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownContribution } from "./contributions";
import { nextContribution } from "./contributor";
import { sealOf } from "./sharedSeed";

let number = 0;
let commitment: string;
const upcoming = (seals: string[] | null = null) => ({ match: 1, commitment, previous: null, seals });

beforeEach(() => void (commitment = String(++number).padStart(64, "0")));
afterEach(() => void vi.restoreAllMocks());

test("contributes as well where nothing can be stored", () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("forbidden");
  });
  const { seal } = nextContribution(upcoming(), 0) as { seal: string };
  expect(nextContribution(upcoming([seal, ""]), 0)).toMatchObject({ type: "contribute" });
});

test("seals random bytes first, and tells them when the seals are fixed", () => {
  const sealed = nextContribution(upcoming(), 1) as { type: string; seal: string };
  expect(sealed).toMatchObject({ type: "seal", commitment });
  const told = nextContribution(upcoming(["", sealed.seal]), 1) as { contribution: string };
  expect(told).toMatchObject({ type: "contribute", commitment });
  expect(told.contribution).toMatch(/^[0-9a-f]{32}$/);
  expect(sealOf(told.contribution, commitment)).toBe(sealed.seal);
  expect(ownContribution(commitment)).toEqual({ contribution: told.contribution, seals: ["", sealed.seal] });
});

test("contributes the same bytes after every reconnect, and others to another match", () => {
  const { seal } = nextContribution(upcoming(), 0) as { seal: string };
  expect(nextContribution(upcoming(), 0)).toMatchObject({ seal });
  const other = nextContribution({ ...upcoming(), commitment: "cd".repeat(32) }, 0);
  expect(other).not.toMatchObject({ seal });
});

test("tells nothing for a seal of another device, or under a second list of seals", () => {
  const { seal } = nextContribution(upcoming(), 0) as { seal: string };
  expect(nextContribution(upcoming(["ef".repeat(32), ""]), 0)).toBeNull();
  expect(nextContribution(upcoming([seal, ""]), 0)).not.toBeNull();
  expect(nextContribution(upcoming([seal, "ef".repeat(32)]), 0)).toBeNull();
  expect(nextContribution(upcoming([seal, ""]), 0)).not.toBeNull();
});
