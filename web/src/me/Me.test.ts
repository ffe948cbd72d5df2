import { configure, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MyGames } from "$protocol";
import Me from "$/routes/Me.svelte";
import { readCatalogue } from "$/test/catalogues";
import { stubResizeObserver } from "$/test/observer";
import { become, guestToken } from "$/wire/http";
import { words } from "$/words/language.svelte";
import { sampleMatch, sampleRunning, sampleStatistics } from "./sample";

configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });

const asked: string[] = [];
let answers: Record<string, () => Response>;
const games = (change: Partial<MyGames> = {}): Response =>
  Response.json({ running: [], finished: [], next: null, ...change });

beforeEach(() => {
  localStorage.clear();
  words.take("en", readCatalogue("en"));
  become("Anna", "secret");
  stubResizeObserver();
  HTMLDialogElement.prototype.showModal = function (): void {
    this.open = true;
  };
  asked.length = 0;
  answers = {
    "GET /api/guests/me/games": () => games(),
    "GET /api/guests/me/statistics": () => Response.json(sampleStatistics({ matches: 0, reviewed: [] })),
    "GET /api/guests/me/devices": () => Response.json({ devices: [] }),
    "DELETE /api/guests/me": () => new Response(null, { status: 204 }),
  };
  vi.stubGlobal("fetch", (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`);
    const answer = answers[`${method} ${path}`];
    return answer ? Promise.resolve(answer()) : Promise.reject(new Error(`not faked: ${method} ${path}`));
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a new guest is told how to begin", async () => {
  become(undefined, undefined);
  render(Me);
  const play = await screen.findByRole("link", { name: "Play now" });
  expect(play.getAttribute("href")).toBe("/");
  expect(asked).toEqual([]);
  expect(screen.queryByRole("button", { name: /Delete/ })).toBeNull();
});

test("running games lead back to their tables, the one that waits for the guest first", async () => {
  const running = [sampleRunning(), sampleRunning({ table: "zzzzzzzz", turn: true })];
  answers["GET /api/guests/me/games"] = () => games({ running });
  render(Me);
  const list = await screen.findByRole("region", { name: "Your running games" });
  const links = within(list).getAllByRole("link", { name: /^Back to the table/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/t/zzzzzzzz", "/t/k7m2xw9p"]);
  expect(within(list).getByText("It is your turn")).toBeTruthy();
});

test("older matches come on demand, and after them there is no button", async () => {
  answers["GET /api/guests/me/games"] = () => games({ finished: [sampleMatch()], next: "a/b" });
  answers["GET /api/guests/me/games?before=a%2Fb"] = () => games({ finished: [sampleMatch({ match: 2 })] });
  render(Me);
  await fireEvent.click(await screen.findByRole("button", { name: "More matches" }));
  await waitFor(() => expect(screen.getAllByRole("link", { name: /^Review/ })).toHaveLength(2));
  expect(screen.queryByRole("button", { name: "More matches" })).toBeNull();
  expect(document.activeElement?.getAttribute("href")).toBe("/t/k7m2xw9p/match/2/review");
});

test("statistics are counted by edition and opponents, and the chart has a table", async () => {
  answers["GET /api/guests/me/games"] = () => games({ finished: [sampleMatch()] });
  answers["GET /api/guests/me/statistics"] = () => Response.json(sampleStatistics());
  render(Me);
  expect(await screen.findByText(/^1 won \(25\s%\)$/)).toBeTruthy();
  const rows = within(screen.getByRole("table", { name: "By opponents" }))
    .getAllByRole("row")
    .slice(1);
  const cells = rows.map((row) => [...row.children].map((cell) => cell.textContent.replace(/\s+/g, " ").trim()));
  expect(cells).toEqual([
    ["Easy", "3", "1", "33 %"],
    ["People", "1", "0", "0 %"],
  ]);
  expect(screen.getByRole("img", { name: /^Accuracy in 3 reviewed matches/ })).toBeTruthy();
  expect(screen.getByRole("img", { name: /^Luck and skill in 3 reviewed matches/ })).toBeTruthy();
  const details = screen.getByText("Table of numbers").closest("details") as HTMLDetailsElement;
  details.open = true;
  await fireEvent(details, new Event("toggle"));
  const numbers = details.querySelectorAll("tbody tr");
  expect(numbers).toHaveLength(3);
  expect(numbers[1]?.textContent).toContain("−20.0");
});

test("without a review the page says where to ask for one", async () => {
  answers["GET /api/guests/me/games"] = () => games({ finished: [sampleMatch()] });
  answers["GET /api/guests/me/statistics"] = () => Response.json(sampleStatistics({ reviewed: [] }));
  render(Me);
  expect(await screen.findByText(/^Ask for a review/)).toBeTruthy();
});

test("a server that does not answer is told, and can be asked again", async () => {
  delete answers["GET /api/guests/me/statistics"];
  render(Me);
  const again = await screen.findByRole("button", { name: "Try again" });
  answers["GET /api/guests/me/statistics"] = () => Response.json(sampleStatistics());
  answers["GET /api/guests/me/games"] = () => games({ finished: [sampleMatch()] });
  await fireEvent.click(again);
  expect(await screen.findByRole("region", { name: "Past matches" })).toBeTruthy();
});

test("a guest whom the server has forgotten is a new one", async () => {
  for (const path of ["games", "statistics"])
    answers[`GET /api/guests/me/${path}`] = () =>
      Response.json({ error: { reason: "no_such_guest", text: "" } }, { status: 401 });
  render(Me);
  expect(await screen.findByRole("link", { name: "Play now" })).toBeTruthy();
  expect(guestToken()).toBeNull();
});

test("everything is deleted only after a question that says what happens", async () => {
  localStorage.setItem("huefall.seats", "{}");
  const replace = vi.fn();
  vi.stubGlobal("location", { ...location, replace, pathname: "/me" });
  render(Me);
  await fireEvent.click(await screen.findByRole("button", { name: "Delete everything about me" }));
  expect(asked).not.toContain("DELETE /api/guests/me");
  const dialog = screen.getByRole("dialog");
  expect(within(dialog).getAllByRole("listitem")).toHaveLength(4);
  await fireEvent.click(within(dialog).getByRole("button", { name: "Delete everything" }));
  await waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
  expect([guestToken(), Object.keys(localStorage)]).toEqual([null, []]);
});
