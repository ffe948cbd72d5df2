import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readCatalogue } from "$/test/catalogues";
import { words } from "$/words/language.svelte";
import LazyComponent from "./LazyComponent.svelte";

const SCRIPT = "/static/assets/index-1.js";
const here = (): Promise<Response> => Promise.resolve(new Response(`<script type="module" src="${SCRIPT}"></script>`));
const away = (): Promise<Response> => Promise.reject(new TypeError("Failed to fetch"));
const children = createRawSnippet<[string]>((word) => ({ render: () => `<p>the part: ${word()}</p>` }));

/** A part that does not come until it may. */
function partOf(isThere = false) {
  const part = {
    isThere,
    load: vi.fn(() => (part.isThere ? Promise.resolve("here") : Promise.reject(new Error("no")))),
  };
  return part;
}
const look = (load: () => Promise<string>, rest: Record<string, unknown> = {}): unknown =>
  render(LazyComponent<string>, { props: { load, children, ...rest } });
const pass = (): Promise<unknown> => vi.advanceTimersByTimeAsync(3_000);

beforeEach(() => {
  words.take("en", readCatalogue("en"));
  vi.useFakeTimers();
  const script = document.createElement("script");
  Object.assign(script, { type: "module", src: SCRIPT });
  document.head.replaceChildren(script);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a component that is loaded on demand", () => {
  it("is shown when it has arrived", async () => {
    look(partOf(true).load);
    expect(await screen.findByText("the part: here")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is fetched again by itself when the server is back", async () => {
    vi.stubGlobal("fetch", away);
    const part = partOf();
    look(part.load);
    await pass();
    expect(screen.getByRole("alert").textContent).toContain("the server cannot be reached");
    part.isThere = true;
    await pass();
    expect(screen.getByText("the part: here")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it.each([
    ["the button", () => fireEvent.click(screen.getByRole("button", { name: "Try again" }))],
    ["the network that is back", () => fireEvent(window, new Event("online"))],
  ])("is fetched at once by %s", async (_, act) => {
    vi.stubGlobal("fetch", away);
    const part = partOf();
    look(part.load);
    await vi.advanceTimersByTimeAsync(0);
    part.isThere = true;
    await act();
    await vi.advanceTimersByTimeAsync(0);
    expect(screen.getByText("the part: here")).toBeTruthy();
  });

  it("reports an error only while somebody waits for it", async () => {
    vi.stubGlobal("fetch", away);
    const props = { load: partOf().load, children };
    const { rerender } = render(LazyComponent<string>, { props: { ...props, isQuiet: true } });
    await pass();
    expect(screen.queryByRole("alert")).toBeNull();
    await rerender({ isQuiet: false });
    expect(screen.getByRole("alert")).toBeTruthy();
  });

  it("of a build that the server no longer has asks for a reload, and is not requested again", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<script src=/static/assets/index-2.js>")));
    const part = partOf();
    look(part.load);
    await pass();
    expect(screen.getByRole("alert").textContent).toContain("renewed");
    expect(screen.getByRole("button", { name: "Load again" })).toBeTruthy();
    await pass();
    expect(part.load).toHaveBeenCalledTimes(1);
  });

  it("is given up after some tries if the server answers without it", async () => {
    vi.stubGlobal("fetch", here);
    const part = partOf();
    look(part.load);
    for (let count = 0; count < 5; count++) await pass();
    expect(part.load).toHaveBeenCalledTimes(3);
    expect(screen.getByRole("button", { name: "Load again" })).toBeTruthy();
  });

  it("requests styles again that failed to load", async () => {
    vi.stubGlobal("fetch", here);
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: "/static/assets/part.css" });
    document.head.append(link);
    const part = partOf();
    look(() => {
      if (!part.isThere) link.dispatchEvent(new Event("error"));
      return part.load();
    });
    await vi.advanceTimersByTimeAsync(0);
    part.isThere = true;
    await pass();
    const again = document.querySelector('link[rel="stylesheet"]');
    expect(again).not.toBe(link);
    expect(screen.queryByText("the part: here")).toBeNull();
    again?.dispatchEvent(new Event("load"));
    vi.useRealTimers();
    await waitFor(() => expect(screen.getByText("the part: here")).toBeTruthy());
  });
});
