// Turns flights between spots into flights between boxes on the screen, each with the picture that flies.

import { cardPicture } from "$/cards/picture";
import type { Flight, SpotName } from "./flights";
import { ghost } from "./ghosts";
import type { Box } from "./path";
import { boxAt, type Spots } from "./spots";

/** A flight whose start and end are on the screen. */
export interface Planned {
  flight: Flight;
  from: Box;
  to: Box;
  /** Where it returns to, if `flight.returns`. */
  home: Box;
  picture: HTMLElement;
  /** Whether the picture is visible at the start before the flight begins. */
  waits: boolean;
}

const RAISED_PX = 8; // a higher row is no mistake: equal cards lie side by side
const MAX_GIVEN = 14; // flying cards when the own hand is swapped

/** Plan the flights that can be shown, from the spots before (`were`) and after (`are`) the change. */
export function plan(flights: readonly Flight[], were: Spots, are: Spots, theme: string): Planned[] {
  const back = cardPicture(theme, null);
  const landings = flights.filter(({ to, returns }) => to === "discard" && !returns);
  const left = new Set<SpotName>();
  const given: Flight[] = [];
  const planned = flights.flatMap((flight): Planned[] => {
    if (flight.from === "hand" && flight.card === null) {
      given.push(flight);
      return [];
    }
    const source = ownCard(flight, were);
    left.add(source);
    const under = landings.includes(flight) ? landings.length - 1 - landings.indexOf(flight) : 0;
    const spot: SpotName = under && are.has(`discard-${under}`) ? `discard-${under}` : flight.to;
    const from = boxAt(were, source) ?? boxAt(are, flight.from);
    const to = boxAt(are, spot);
    if (!from || !to) return [];
    const face = cardPicture(theme, flight.card);
    const picture = ghost({ face, back: flight.turn ? back : null, width: to.width });
    return [
      { flight: { ...flight, to: spot }, from, to, home: boxAt(are, flight.from) ?? from, picture, waits: false },
    ];
  });
  return [...givenAway(given, were, are, left, back), ...planned];
}

/** Plan the flights of the whole own hand to another seat: visible until they leave, turned over on the way. */
function givenAway(
  given: readonly Flight[],
  were: Spots,
  are: Spots,
  left: ReadonlySet<SpotName>,
  back: string,
): Planned[] {
  const [flight] = given;
  const to = flight && boxAt(are, flight.to);
  if (!to) return [];
  return [...were]
    .filter(([name, { picture }]) => name.startsWith("hand:") && picture !== null && !left.has(name))
    .slice(0, MAX_GIVEN)
    .map(([, { box, picture }], index) => ({
      flight: { ...flight, turn: true, delay: flight.delay + index * 18 },
      from: box,
      to,
      home: box,
      picture: ghost({ face: back, back: picture, width: to.width }),
      waits: true,
    }));
}

/** The spot of a card that comes from somewhere in the own hand, as exactly as it is known. */
function ownCard({ from, card }: Flight, were: Spots): SpotName {
  const first: SpotName = `hand:${card}#0`;
  return from === "hand" && were.has(first) ? first : from;
}

/** Swap equal cards so that the raised one is last: that one was played, and the last one is missing afterwards. */
export function withRaisedLast(spots: Spots): Spots {
  const sorted = new Map(spots);
  for (const [name, last] of spots) {
    const [card, ordinal] = name.split("#");
    if (!name.startsWith("hand:") || !ordinal || spots.has(`${card}#${Number(ordinal) + 1}` as SpotName)) continue;
    for (let index = 0; index < Number(ordinal); index++) {
      const other = `${card}#${index}` as SpotName;
      const spot = spots.get(other);
      if (!spot || last.box.y - spot.box.y < RAISED_PX) continue;
      sorted.set(name, spot).set(other, last);
      break;
    }
  }
  return sorted;
}
