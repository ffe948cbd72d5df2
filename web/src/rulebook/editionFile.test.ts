import { afterEach, expect, test, vi } from "vitest";
import { checkEdition, FileProblem, MAX_CHARACTERS, readText } from "./editionFile";
import { THUNDER } from "./sample";

afterEach(() => vi.unstubAllGlobals());

const reasonOf = (content: BlobPart): Promise<unknown> =>
  readText(new Blob([content])).then(
    () => null,
    (error: unknown) => (error instanceof FileProblem ? error.reason : error),
  );

test("a text is read as it is, without the mark of its byte order", async () => {
  expect(await readText(new Blob(['\uFEFFname = "雷霆"\n']))).toBe('name = "雷霆"\n');
});

test("a file that cannot be an edition is not sent", async () => {
  expect(await reasonOf("a".repeat(MAX_CHARACTERS + 1))).toBe("too_long");
  expect(await reasonOf(new Uint8Array(MAX_CHARACTERS * 4 + 1))).toBe("too_long");
  expect(await reasonOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]))).toBe("not_text");
  expect(await reasonOf("a\0b")).toBe("not_text");
  expect(await reasonOf(" \n")).toBe("empty");
  expect(await reasonOf("a".repeat(MAX_CHARACTERS))).toBe(null);
});

test("the same file is asked about once; one that was refused may be asked about again", async () => {
  const answers = [
    Response.json({ error: { reason: "bad_edition", text: "edition file, line 2: no" } }, { status: 422 }),
    Response.json(THUNDER),
  ];
  const fetch = vi.fn(() => Promise.resolve(answers.shift()));
  vi.stubGlobal("fetch", fetch);
  await expect(checkEdition("twice")).rejects.toMatchObject({ reason: "bad_edition" });
  await expect(checkEdition("twice")).resolves.toMatchObject({ name: "thunder" });
  await checkEdition("twice");
  expect(fetch).toHaveBeenCalledTimes(2);
});
