import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import Replay from "$/routes/Replay.svelte";
import { address } from "$/routes/address.svelte";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import { sampleReplay } from "./sample";

// The board has tests of its own; here it is what it is given that matters.
vi.mock("$/board/Board.svelte", async () => ({ default: (await import("./NoBoard.svelte")).default }));

const asked: string[] = [];

async function open(path: string): Promise<void> {
  address.go(path);
  render(Replay);
  await screen.findByRole("slider");
}

const slider = (): HTMLInputElement => screen.getByRole("slider");
const said = (): string | null => slider().getAttribute("aria-valuetext");
const press = (key: string, target: Element = document.body): Promise<boolean> => fireEvent.keyDown(target, { key });

beforeAll(() => words.take("en", readCatalogue("en")));
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const seat = /seat=(\d)/.exec(path)?.[1];
    if (path.includes("/matches/9/")) {
      const error = { reason: "match_not_over", text: "not over" };
      return Promise.resolve(new Response(JSON.stringify({ error }), { status: 403 }));
    }
    return Promise.resolve(new Response(JSON.stringify(sampleReplay(seat === undefined ? null : Number(seat)))));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a replay", () => {
  test("is stepped through by keys, and the slider says what happened", async () => {
    await open("/t/ABCD/match/1");
    expect(said()).toBe("0 of 3: Ben dealt 7 cards to everyone");
    await press("ArrowRight");
    expect(said()).toBe("1 of 3: Anna played red 4");
    await press("End");
    expect(said()).toBe("3 of 3: Ben went out!");
    await press("ArrowLeft");
    await press("Home");
    await press("ArrowLeft");
    expect(slider().value).toBe("0");
  });

  test("makes a truncated sentence focusable, and no other", async () => {
    await open("/t/ABCD/match/1");
    const line = (): Element | null => screen.getByText("0 of 3").closest("p");
    expect(line()?.hasAttribute("tabindex")).toBe(false);
    cleanup();
    const high = vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(90);
    await open("/t/ABCD/match/1");
    expect(line()?.getAttribute("tabindex")).toBe("0");
    high.mockRestore();
  });

  test("plays by itself and pauses with the space bar", async () => {
    await open("/t/ABCD/match/1");
    vi.useFakeTimers();
    await press(" ");
    expect(screen.getByRole("button", { name: "Pause" })).toBeTruthy();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(slider().value).toBe("1");
    await press(" ");
    await vi.advanceTimersByTimeAsync(9_000);
    expect(slider().value).toBe("1");
  });

  test("opens at the step its address names, and the address follows", async () => {
    await open("/t/ABCD/match/1?step=2&seat=1");
    expect(said()).toBe("2 of 3: Anna accepted; Anna drew a card ×2");
    await press("ArrowRight");
    await waitFor(() => expect(location.search).toBe("?step=3&seat=1"));
  });

  test("keeps the step when another seat's view is chosen", async () => {
    await open("/t/ABCD/match/1?step=2");
    const eyes = screen.getByRole("combobox", { name: "Seen by" });
    await fireEvent.change(eyes, { target: { value: "1" } });
    await waitFor(() => expect(said()).toBe("2 of 3: Anna accepted; Anna drew a card ×2"));
    expect(asked.at(-1)).toBe("/api/tables/ABCD/matches/1/rounds/1?seat=1");
  });

  test("jumps to the step of a line of the log, which is then marked", async () => {
    await open("/t/ABCD/match/1");
    const line = screen.getByRole("button", { name: "Ben went out!" });
    await fireEvent.click(line);
    expect(slider().value).toBe("3");
    expect(line.getAttribute("aria-current")).toBe("step");
  });

  test("that is not open yet says so, with a link to the table", async () => {
    await expect(open("/t/ABCD/match/9")).rejects.toThrow();
    expect(screen.getByRole("alert").textContent).toContain("not over yet");
    expect(screen.getByRole("link", { name: "To the table" }).getAttribute("href")).toBe("/t/ABCD");
  });
});
