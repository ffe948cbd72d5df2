// What the bots at a table look like, by seat: each has a head of its own shape, so that colour is never all that differs.

/** The face of a bot, in 24 × 24. */
export interface BotLook {
  /** The name of its shape. */
  shape: string;
  head: string;
  /** Ears or antennas, as lines. */
  extras: string;
  eyes: readonly (readonly [x: number, y: number])[];
  color: string;
}

const PAIR = [
  [9, 13],
  [15, 13],
] as const;
const CLOSE = [
  [10, 13.5],
  [14, 13.5],
] as const;
const ONE = [[12, 13]] as const;

/** Seat 0 rarely is a bot's, but may be. */
const LOOKS: readonly BotLook[] = [
  { shape: "circle", head: "M12 5.5a8 8 0 100 16 8 8 0 000-16z", extras: "M12 5.5V2.5", eyes: PAIR, color: "#ffd166" },
  { shape: "square", head: "M5 6.5h14v14H5z", extras: "M12 6.5v-4M2.5 12v4M21.5 12v4", eyes: PAIR, color: "#7fd1ff" },
  { shape: "drop", head: "M12 2.5c4 4 7.5 7.5 7.5 11.5a7.5 7.5 0 01-15 0c0-4 3.5-7.5 7.5-11.5z", extras: "", eyes: ONE, color: "#ff9f9f" }, // prettier-ignore
  { shape: "hexagon", head: "M12 4l8 4.6v8.8L12 22l-8-4.6V8.6z", extras: "M8 6L6 2.5M16 6l2-3.5", eyes: PAIR, color: "#9be8a8" }, // prettier-ignore
  { shape: "triangle", head: "M12 3.5L22 21H2z", extras: "M12 3.5V1.5", eyes: CLOSE, color: "#d7b4ff" },
  { shape: "wide", head: "M6 8h12a5 5 0 010 12H6A5 5 0 016 8z", extras: "M8 8L5.5 3.5M16 8l2.5-4.5", eyes: PAIR, color: "#ffb86b" }, // prettier-ignore
  { shape: "diamond", head: "M12 3l9.5 10L12 23 2.5 13z", extras: "", eyes: CLOSE, color: "#6ee7d8" },
  {
    shape: "tall",
    head: "M7 9a5 5 0 0110 0v8a5 5 0 01-10 0z",
    extras: "M4 11v5M20 11v5",
    eyes: CLOSE,
    color: "#ffa3dd",
  },
  { shape: "cat", head: "M4 3l5 4h6l5-4v12a8 6.5 0 01-16 0z", extras: "", eyes: PAIR, color: "#cfe86b" },
  { shape: "shield", head: "M4 5h16v8c0 4.5-3.5 7-8 9-4.5-2-8-4.5-8-9z", extras: "M9 5V2M15 5V2", eyes: ONE, color: "#c3ccdd" }, // prettier-ignore
];

/** Return the look of the bot on a seat; no two of ten seats look alike. */
export const botLook = (seat: number): BotLook => LOOKS[seat % LOOKS.length] as BotLook;
