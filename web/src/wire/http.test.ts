// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ask, askAs, become, beGuest, RequestError, guestName, guestToken } from "./http";

const asked: { path: string; init: RequestInit }[] = [];
let answers: [number, unknown][];

beforeEach(() => {
  asked.length = 0;
  answers = [];
  localStorage.clear();
  become(undefined, undefined);
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    asked.push({ path, init });
    const [status, body] = answers.shift() ?? [500, null];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const refusal = (reason: string): [number, unknown] => [404, { error: { reason, text: `no: ${reason}` } }];

it("asks in the guest's name", async () => {
  become("Anna", "secret");
  answers = [[200, { fine: true }]];
  expect(await ask("GET", "/api/x")).toEqual({ fine: true });
  expect(new Headers(asked[0]?.init.headers).get("authorization")).toBe("Bearer secret");
});

it("throws the server's reason", async () => {
  answers = [refusal("no_such_table")];
  await expect(ask("GET", "/api/x")).rejects.toMatchObject({ reason: "no_such_table", text: "no: no_such_table" });
});

it("says offline when there is no server", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
  await expect(ask("GET", "/api/x")).rejects.toEqual(expect.objectContaining({ reason: "offline" }) as RequestError);
});

it("makes a guest once, and renames it after", async () => {
  answers = [
    [201, { guest: "g", name: "Anna", token: "t" }],
    [200, { guest: "g", name: "Anne" }],
  ];
  expect(await beGuest("Anna")).toBe(true);
  expect(await beGuest("Anna")).toBe(false);
  expect(await beGuest("Anne")).toBe(true);
  expect(asked.map(({ init }) => init.method)).toEqual(["POST", "PATCH"]);
  expect([guestName(), guestToken()]).toEqual(["Anne", "t"]);
});

it("replaces a token that the server has forgotten", async () => {
  become("Anna", "old");
  answers = [refusal("no_such_guest"), [201, { guest: "g", name: "Anna", token: "new" }], [201, { code: "ABCD" }]];
  expect(await askAs("Anna", "POST", "/api/tables", {})).toEqual({ code: "ABCD" });
  expect(guestToken()).toBe("new");
});

it("keeps the guest in the browser", async () => {
  answers = [[201, { guest: "g", name: "Anna", token: "t" }]];
  await beGuest("Anna");
  expect(JSON.parse(localStorage.getItem("huefall.guest") ?? "null")).toEqual({ name: "Anna", token: "t" });
});
