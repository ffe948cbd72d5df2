import { render, screen, within } from "@testing-library/svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { TableShown, You } from "$protocol";
import { readCatalogue } from "$/test/catalogues";
import { stubResizeObserver } from "$/test/observer";
import { words } from "$/words/language.svelte";
import { bot, free, person, sampleTable } from "./sample";
import SeatRow from "./SeatRow.svelte";
import Seats from "./Seats.svelte";

beforeAll(() => {
  words.take("en", readCatalogue("en"));
  stubResizeObserver();
  // The browser of the tests has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function (): void {
    this.open = true;
  };
});

const table = sampleTable({ seats: [person("Anna"), person("Ben"), bot(), free] });
function show(you: Partial<You>, at: TableShown = table) {
  const spies = { send: vi.fn(), sit: vi.fn(), mute: vi.fn(), leave: vi.fn() };
  const who = { guest: "g", name: "x", seat: null, host: false, ...you };
  render(Seats, {
    props: {
      table: at,
      you: who,
      here: [true, false, false, false],
      muted: [],
      levels: ["easy", "normal"],
      level: "easy",
      ...spies,
    },
  });
  return spies;
}
const names = (): string[] => screen.queryAllByRole("button").map((button) => button.getAttribute("aria-label") ?? "");

describe("the seats of the table", () => {
  it("let the host add a bot of the chosen level with one press", () => {
    const { send } = show({ seat: 0, host: true });
    screen.getByRole("button", { name: "Add a bot: 4" }).click();
    expect(send).toHaveBeenCalledWith({ type: "add_bot", seat: 3, level: "easy" });
  });

  it("let the host take a bot away, or give it another level", () => {
    const { send } = show({ seat: 0, host: true });
    screen.getByRole("button", { name: "Remove: Bot 2" }).click();
    expect(send).toHaveBeenCalledWith({ type: "remove_bot", seat: 2 });
    expect(within(screen.getByRole("combobox")).getAllByRole("option")).toHaveLength(2);
  });

  it("describe each level of the bots at the table once", () => {
    show({ seat: 0, host: true }, sampleTable({ seats: [person("Anna"), bot("easy"), bot(), bot()] }));
    expect(screen.getAllByText(/^Plays what fits at random/)).toHaveLength(1);
    expect(screen.getAllByText(/^Weighs every card/)).toHaveLength(1);
  });

  it("ask the host to confirm before a player is removed", async () => {
    const { send } = show({ seat: 0, host: true });
    screen.getByRole("button", { name: "Send away: Ben" }).click();
    const dialog = await screen.findByRole("dialog");
    expect(send).not.toHaveBeenCalled();
    within(dialog).getByRole("button", { name: "Send away" }).click();
    expect(send).toHaveBeenCalledWith({ type: "kick", seat: 1 });
  });

  it("swap two players after the host presses both", async () => {
    const { send } = show({ seat: 0, host: true });
    screen.getByRole("button", { name: "Swap places: Anna" }).click();
    (await screen.findByRole("button", { name: "Swap places: 4" })).click();
    expect(send).toHaveBeenCalledWith({ type: "swap", a: 0, b: 3 });
  });

  it("offer a guest none of the host's controls", () => {
    const { send } = show({ seat: 1 });
    expect(names()).toEqual(["Mute: Anna", "Leave the seat: Ben", "Swap places: Bot 2", "Sit here: 4"]);
    screen.getByRole("button", { name: "Swap places: Bot 2" }).click();
    expect(send).toHaveBeenCalledWith({ type: "swap", a: 1, b: 2 });
  });

  it("offer a spectator the free seat", () => {
    const { sit } = show({});
    screen.getByRole("button", { name: "Sit here: 4" }).click();
    expect(sit).toHaveBeenCalledWith(3);
  });

  it("label every button with what it does", () => {
    show({ seat: 0, host: true });
    expect(screen.getAllByRole("button").map((button) => button.textContent?.trim())).toEqual([
      "Swap places",
      "Leave the seat",
      "Swap places",
      "Mute",
      "Make host",
      "Send away",
      "Remove",
      "Swap places",
      "Sit here",
      "Bot",
    ]);
  });

  it("put the buttons of a narrow row into a labelled menu", async () => {
    const press = vi.fn();
    render(SeatRow, {
      props: {
        ...{
          seat: person("Ben"),
          number: 1,
          isOwn: false,
          isSeated: true,
          isHost: false,
          isHere: true,
          isMuted: false,
        },
        ...{ isSwapping: false, isChoosingPartner: false, isNarrow: true, tellsCharacter: false, levels: [] },
        ...{ controls: ["swap", "mute", "hand_over", "kick"], press, choose: vi.fn() },
      },
    });
    const more = await screen.findByRole("button", { name: "More: Ben" });
    expect(more.textContent?.trim()).toBe("More");
    expect(screen.queryByRole("button", { name: "Make host: Ben" })).toBeNull();
    more.click();
    const menu = await screen.findByRole("group", { name: "More: Ben" });
    expect(
      within(menu)
        .getAllByRole("button")
        .map((button) => button.textContent?.trim()),
    ).toEqual(["Swap places", "Mute", "Make host", "Send away"]);
    within(menu).getByRole("button", { name: "Make host: Ben" }).click();
    expect(press).toHaveBeenCalledWith("hand_over");
  });

  it("give each bot a face of its own", () => {
    show({ seat: 0, host: true }, sampleTable({ seats: [person("Anna"), bot(), bot(), bot()] }));
    const shapes = [...document.querySelectorAll<SVGElement>("[data-bot]")].map((face) => face.dataset.bot);
    expect(new Set(shapes).size).toBe(3);
  });

  it("mark players who are away", () => {
    show({ seat: 0, host: true });
    expect(screen.getByText("away")).toBeTruthy();
  });
});
