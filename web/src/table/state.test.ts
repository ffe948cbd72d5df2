import { describe, expect, it } from "vitest";
import type { TableShown, Update, View, Welcome } from "$protocol";
import { EMPTY, reduce, type TableState } from "./state";

const table = (status: TableShown["status"], names: string[] = ["Anna", "Ben"]): TableShown =>
  ({ code: "ABCD", status, seats: names.map((name) => ({ kind: "person", name })) }) as TableShown;
const view = (moves: number): View => ({ moves, sizes: [7, 7] }) as View;
const dealt = (revision: number): Update => ({
  type: "update",
  revision,
  what: "dealt",
  events: [{ event: "deal", rule: "SETUP-03" }],
  view: view(0),
});
const moved = (revision: number): Update => ({
  type: "update",
  revision,
  what: "moved",
  did: { seat: 0, move: "draw" },
  events: [{ event: "draw", rule: "PLAY-03", seat: 0 }],
  view: view(revision),
});
const welcome = (fields: Partial<Welcome>): Welcome => ({
  type: "welcome",
  version: 1,
  revision: 0,
  you: { guest: "g", name: "Anna", seat: 0, host: true },
  table: table("playing"),
  view: view(0),
  clock: null,
  missed: [],
  complete: false,
  log: [],
  laid: null,
  costs: [],
  here: [true, true],
  spectators: 0,
  joinable: [],
  ...fields,
});
const after = (...messages: Parameters<typeof reduce>[1][]): TableState =>
  messages.reduce((state, message) => reduce(state, message, 1000), EMPTY);
const numbers = (state: TableState): number[] => state.steps.map((step) => step.number);

describe("the state of a table", () => {
  it("takes the newest view as the truth and keeps the round's steps", () => {
    const state = after(welcome({ log: [dealt(3)] }), moved(4), moved(5));
    expect(state.view?.moves).toBe(5);
    expect(numbers(state)).toEqual([3, 4, 5]);
  });

  it("begins a new list of steps with a deal", () => {
    expect(numbers(after(welcome({}), dealt(3), moved(4), dealt(5)))).toEqual([5]);
  });

  it("adds missed steps once", () => {
    const state = after(
      welcome({ log: [dealt(3), moved(4)] }),
      welcome({ complete: true, missed: [moved(4), moved(5)] }),
    );
    expect(numbers(state)).toEqual([3, 4, 5]);
  });

  it("replaces its steps by the server's log when too much was missed", () => {
    const state = after(welcome({ log: [dealt(3)] }), welcome({ log: [dealt(40), moved(41)] }));
    expect(numbers(state)).toEqual([40, 41]);
  });

  it("keeps the laid card from any message until a view comes without it", () => {
    const sat: Update = { type: "update", revision: 9, what: "sat", table: table("playing") };
    expect(after(welcome({ laid: "b4" })).laid).toBe("b4");
    expect(after(welcome({}), { ...moved(4), laid: "b4" }, sat).laid).toBe("b4");
    expect(after(welcome({ laid: "b4" }), moved(5)).laid).toBeNull();
    expect(after(welcome({ laid: "b4" }), welcome({})).laid).toBeNull();
  });

  it("keeps a view that an update does not change", () => {
    const sat: Update = { type: "update", revision: 9, what: "sat", table: table("playing") };
    const state = after(welcome({ log: [dealt(3)] }), moved(4), sat);
    expect(state.view?.moves).toBe(4);
    expect(numbers(state)).toEqual([3, 4]);
  });

  it("converts clocks to the browser's time", () => {
    const state = after({ ...moved(2), clock: { seat: 0, left: 4000, limit: 9000 } });
    expect(state.clock).toEqual({ seat: 0, left: 4000, limit: 9000, until: 5000 });
  });

  it("keeps the names of a finished match when a player has left", () => {
    const left: Update = { type: "update", revision: 9, what: "left", table: table("over", ["Anna", "Carl"]) };
    const state = after(welcome({}), moved(4), left);
    expect(state.seats.map((seat) => seat.name)).toEqual(["Anna", "Ben"]);
    expect(state.table?.seats[1]?.name).toBe("Carl");
  });
});
