import { describe, expect, it } from "vitest";
import { joinWay, seatsToTake } from "./joining";
import { bot, free, person, sampleState, sampleTable } from "./sample";

const nobody = { guest: "g", name: "Dora", seat: null, host: false };
const running = sampleTable({ status: "playing", match: 1 });

describe("a guest without a seat", () => {
  it("joins on a seat that can be taken over, or waits for the next one", () => {
    const state = sampleState({ table: running, you: nobody, joinable: [2] });
    expect([joinWay(state), seatsToTake(state)]).toEqual(["join", [2]]);
    expect(joinWay({ ...state, joinable: [] })).toBe("queue");
  });

  it("sits down where a seat is free before a match", () => {
    const table = sampleTable({ seats: [person("Anna"), free, bot()] });
    expect(joinWay(sampleState({ table, you: nobody, joinable: [2] }))).toBe("sit");
  });

  it("may cancel a request, and ask again when it has expired, but not when it was declined", () => {
    const state = (request: "waiting" | "granted" | "expired" | "declined") =>
      sampleState({ table: running, you: { ...nobody, request }, joinable: [2] });
    expect((["waiting", "granted", "expired", "declined"] as const).map((each) => joinWay(state(each)))).toEqual([
      "cancel",
      "cancel",
      "again",
      null,
    ]);
    expect(seatsToTake(state("waiting"))).toEqual([]);
  });

  it("is offered nothing where the host forbids it", () => {
    const table = { ...running, setup: { ...running.setup, late_joining: "off" as const } };
    expect(joinWay(sampleState({ table, you: nobody }))).toBeNull();
  });
});

it("a player is offered no other seat", () => {
  expect(joinWay(sampleState({ table: running, joinable: [2] }))).toBeNull();
});
