import { configure, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sampleRunning } from "$/me/sample";
import { expectedGames, noteGames } from "$/remembered/running";
import { CATALOGUE, THUNDER } from "$/rulebook/sample";
import Start from "$/routes/Start.svelte";
import { readCatalogue } from "$/test/catalogues";
import { become, forgetToken } from "$/wire/http";
import { words } from "$/words/language.svelte";

vi.mock("$/parts/mountQueue", () => import("$/test/mountAtOnce"));

// A busy machine may take its time.
configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });

type Answer = (body: unknown) => Response;
const sent: { path: string; body: unknown }[] = [];
let answers: Record<string, Answer>;

beforeEach(() => {
  localStorage.clear();
  forgetToken();
  history.replaceState(null, "", "/");
  words.take("en", readCatalogue("en"));
  sent.length = 0;
  answers = {
    "GET /api/catalogue": () => Response.json(CATALOGUE),
    "GET /api/tables": () => Response.json({ tables: [] }),
    "GET /healthz": () => Response.json({ engine: { ready: true, progress: 1 } }),
    "POST /api/play": () =>
      Response.json({ code: "k7m2xw9p", link: "", guest: "g", name: "Anna", token: "t".repeat(30) }, { status: 201 }),
    "POST /api/guests": () => Response.json({ guest: "g", name: "Guest", token: "t".repeat(30) }, { status: 201 }),
    "POST /api/tables": () => Response.json({ code: "abcdefgh", link: "" }, { status: 201 }),
  };
  vi.stubGlobal("scrollTo", vi.fn());
  vi.stubGlobal("fetch", (path: string, { method, body }: { method: string; body: string | null }) => {
    const read: unknown = body === null ? null : JSON.parse(body);
    if (method === "POST") sent.push({ path, body: read });
    const answer = answers[`${method} ${path}`];
    return answer ? Promise.resolve(answer(read)) : Promise.reject(new Error(`not faked: ${method} ${path}`));
  });
});
afterEach(() => vi.unstubAllGlobals());

test("one click plays: one request, and the page goes to the table", async () => {
  render(Start);
  await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
  await waitFor(() => expect(location.pathname).toBe("/t/k7m2xw9p"));
  expect(sent).toEqual([
    {
      path: "/api/play",
      body: { edition: "classic", preset: "official", options: {}, seats: 4, level: "normal", name: "Guest" },
    },
  ]);
});

test("a running game takes the place of the fan, with the way back to it", async () => {
  become("Anna", "t".repeat(30));
  const running = [sampleRunning({ turn: true })];
  answers["GET /api/guests/me/games"] = () => Response.json({ running, finished: [], next: null });
  render(Start);
  const link = await screen.findByRole("link", { name: /^Back to the table/ });
  expect(link.getAttribute("href")).toBe("/t/k7m2xw9p");
  expect(screen.getByText("It is your turn")).toBeTruthy();
  expect(expectedGames()).toBe(1);
});

test("nobody is told of running games who has none, or is no guest yet", async () => {
  const first = render(Start);
  await screen.findByRole("button", { name: "Play now" });
  expect(screen.queryByText("Your running games")).toBeNull();
  first.unmount();
  become("Anna", "t".repeat(30));
  noteGames(["k7m2xw9p"]);
  answers["GET /api/guests/me/games"] = () => Response.json({ running: [], finished: [], next: null });
  render(Start);
  await waitFor(() => expect(expectedGames()).toBe(0));
  expect(screen.queryByText("Your running games")).toBeNull();
});

test("what was chosen is remembered, and sent", async () => {
  const first = render(Start);
  await fireEvent.change(screen.getByLabelText("Bots"), { target: { value: "9" } });
  await fireEvent.change(screen.getByLabelText("Level"), { target: { value: "easy" } });
  await fireEvent.input(screen.getByLabelText("Your name, if you like"), { target: { value: "Anna" } });
  await fireEvent.click(screen.getByRole("radio", { name: "BTS" }));
  first.unmount();
  render(Start);
  await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ edition: "bts", seats: 10, level: "easy", name: "Anna" });
});

test("a refusal is shown, and the button can be pressed again", async () => {
  answers["POST /api/play"] = () => Response.json({ error: { reason: "server_full", text: "" } }, { status: 503 });
  render(Start);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Play now" });
  await fireEvent.click(button);
  await screen.findByText("The server is full: try again later.");
  expect(button.disabled).toBe(false);
  expect(location.pathname).toBe("/");
});

test("while the rules are compiled the page says how far they are", async () => {
  answers["GET /healthz"] = () => Response.json({ engine: { ready: false, progress: 0.42 } });
  render(Start);
  await screen.findByText("The rules are being compiled, once on this machine: 42 %");
});

function dropped(content: string): Event {
  const event = new Event("drop", { bubbles: true, cancelable: true });
  const file = new File([content], "thunder.toml");
  return Object.assign(event, { dataTransfer: { types: ["Files"], files: [file] } });
}

test("an edition's file dropped anywhere is checked, shown, and played at the next table", async () => {
  answers["POST /api/editions/check"] = () => Response.json(THUNDER);
  render(Start);
  window.dispatchEvent(dropped("format = 1 # good"));
  await screen.findByRole("heading", { name: "Thunder" });
  await fireEvent.click(screen.getByRole("button", { name: "New table" }));
  await waitFor(() => expect(location.pathname).toBe("/t/abcdefgh"));
  expect(sent.at(-1)?.body).toMatchObject({ setup: { edition_file: "format = 1 # good", seats: 4 } });
});

test("an error in a file is shown with its line", async () => {
  const text = "edition file, line 2: points must be a whole number from 0 to 1000, got -3";
  answers["POST /api/editions/check"] = () =>
    Response.json({ error: { reason: "bad_edition", text } }, { status: 422 });
  render(Start);
  window.dispatchEvent(dropped("format = 1\npoints = -3\n"));
  await screen.findByText("Line 2");
  screen.getByText("points = -3");
  screen.getByText("points must be a whole number from 0 to 1000, got -3");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Classic" }).checked).toBe(true);
});
