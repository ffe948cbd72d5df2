import { afterEach, describe, expect, test, vi } from "vitest";
import { ownSha256, sha256 } from "./sha256";

// From FIPS 180-4's examples, and the lengths at which the padding needs another block (Python's hashlib).
const VECTORS: [message: string, digest: string][] = [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  ["a".repeat(55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"],
  ["a".repeat(56), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"],
  ["a".repeat(64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"],
  ["a".repeat(1000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"],
];

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

afterEach(() => vi.unstubAllGlobals());

describe("SHA-256", () => {
  test.each(VECTORS)("of our own hashes %j as the standard does", (message, digest) => {
    expect(hex(ownSha256(new TextEncoder().encode(message)))).toBe(digest);
  });

  test("is the browser's where there is one, else our own, with the same answer", async () => {
    const [, [message, digest]] = VECTORS as [unknown, [string, string]];
    expect(await sha256(message)).toBe(digest);
    vi.stubGlobal("crypto", {}); // a page that came by plain http
    expect(await sha256(message)).toBe(digest);
    expect(await sha256("é陳")).toBe(hex(ownSha256(new TextEncoder().encode("é陳"))));
  });
});
