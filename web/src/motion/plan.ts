// From flights between places to flights between boxes on the screen, each with the picture that flies.

import { cardPicture } from "$/cards/picture";
import type { Flight, Place } from "./flights";
import { ghost } from "./ghosts";
import type { Box } from "./path";
import { boxAt, type Spots } from "./places";

/** A flight for which there is a beginning and an end on the screen. */
export interface Planned {
  flight: Flight;
  from: Box;
  to: Box;
  /** Where it returns to, if it does. */
  home: Box;
  picture: HTMLElement;
  /** It is seen where it starts from before it starts. */
  waits: boolean;
}

const RAISED = 8; // px; a row of cards that lies higher is no harm: equal cards lie side by side
const MOST_GIVEN = 14; // cards of one's own that are seen to go when hands are swapped

/** Return the flights that can be shown; `were` and `are` is where everything was and is. */
export function plan(flights: readonly Flight[], were: Spots, are: Spots, theme: string): Planned[] {
  const back = cardPicture(theme, null);
  const landings = flights.filter(({ to, returns }) => to === "discard" && !returns);
  const left = new Set<Place>();
  const given: Flight[] = [];
  const planned = flights.flatMap((flight): Planned[] => {
    if (flight.from === "hand" && flight.card === null) {
      given.push(flight);
      return [];
    }
    const source = ownCard(flight, were);
    left.add(source);
    const under = landings.includes(flight) ? landings.length - 1 - landings.indexOf(flight) : 0;
    const place: Place = under && are.has(`discard-${under}`) ? `discard-${under}` : flight.to;
    const from = boxAt(were, source) ?? boxAt(are, flight.from);
    const to = boxAt(are, place);
    if (!from || !to) return [];
    const face = cardPicture(theme, flight.card);
    const picture = ghost({ face, back: flight.turn ? back : null, width: to.width });
    return [
      { flight: { ...flight, to: place }, from, to, home: boxAt(are, flight.from) ?? from, picture, waits: false },
    ];
  });
  return [...givenAway(given, were, are, left, back), ...planned];
}

/** One's whole hand goes to somebody: every card that was there, seen until it leaves, and turned over on the way. */
function givenAway(
  given: readonly Flight[],
  were: Spots,
  are: Spots,
  left: ReadonlySet<Place>,
  back: string,
): Planned[] {
  const [flight] = given;
  const to = flight && boxAt(are, flight.to);
  if (!to) return [];
  return [...were]
    .filter(([place, { picture }]) => place.startsWith("hand:") && picture !== null && !left.has(place))
    .slice(0, MOST_GIVEN)
    .map(([, { box, picture }], index) => ({
      flight: { ...flight, turn: true, delay: flight.delay + index * 18 },
      from: box,
      to,
      home: box,
      picture: ghost({ face: back, back: picture, width: to.width }),
      waits: true,
    }));
}

/** Where in one's hand a card was that is known to come from there, and no more. */
function ownCard({ from, card }: Flight, were: Spots): Place {
  const first: Place = `hand:${card}#0`;
  return from === "hand" && were.has(first) ? first : from;
}

/** Of equal cards the one that was played is the one that was raised, whichever the board says is gone. */
export function withRaisedLast(spots: Spots): Spots {
  const sorted = new Map(spots);
  for (const [place, last] of spots) {
    const [card, ordinal] = place.split("#");
    if (!place.startsWith("hand:") || !ordinal || spots.has(`${card}#${Number(ordinal) + 1}` as Place)) continue;
    for (let index = 0; index < Number(ordinal); index++) {
      const other = `${card}#${index}` as Place;
      const spot = spots.get(other);
      if (!spot || last.box.y - spot.box.y < RAISED) continue;
      sorted.set(place, spot).set(other, last);
      break;
    }
  }
  return sorted;
}
