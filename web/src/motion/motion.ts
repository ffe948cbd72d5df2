// Moves the cards of a board: remembers where everything was, and lets each card fly from there to where it is now.
// The board is always as it should be; what flies are pictures above it, and no press has to wait for them.

import { cardPicture } from "$/cards/picture";
import { isCalm } from "$/remembered/preferences.svelte";
import type { Shown } from "$/table/shown";
import type { Step } from "$/table/state";
import { flightsOf, type Flight, type Place } from "./flights";
import { ghost, layerOf } from "./ghosts";
import { EASING, path, rest, type Box } from "./path";
import { boxAt, readSpots, type Spots } from "./places";
import { isTooLate } from "./timeline";

const HURRY = 4; // how much faster flights end when the next step is there
const GLIDE_TIME = 260; // cards of one's hand that make room
const A_MOVE = 1; // px; less is none
const RAISED = 8; // px; a row of cards that lies higher is no harm: equal cards lie side by side

/** A flight for which there is a beginning and an end on the screen. */
interface Planned {
  flight: Flight;
  from: Box;
  to: Box;
  element: HTMLElement;
}

export class Motion {
  readonly #root: HTMLElement;
  readonly #running = new Set<Animation>();
  readonly #glides = new Map<HTMLElement, Animation>();
  #were: Spots = new Map();

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Remember where everything is, before the board changes. */
  before(): void {
    this.#were = isCalm() ? new Map() : readSpots(this.#root);
  }

  /** Show how the board has changed: `steps` are those that are new, `shown` is what stands there now. */
  after(steps: readonly Step[], shown: Shown): void {
    if (isCalm() || document.hidden || isTooLate(steps) || !this.#root.isConnected) {
      this.stop();
      return;
    }
    const were = withRaisedLast(this.#were);
    // Flights that are still on come to their end quickly; cards that make room start anew from where they are seen.
    for (const animation of this.#running) animation.updatePlaybackRate(HURRY);
    for (const animation of this.#glides.values()) animation.cancel();
    const flights = steps.length ? flightsOf(steps, shown) : [];
    if (!flights.length && !were.size) return;

    const layer = layerOf(this.#root);
    const are = readSpots(this.#root); // everything is read before anything is written
    const corner = layer.getBoundingClientRect();
    const planned = this.#plan(flights, were, are, shown.theme);
    layer.append(...planned.map(({ element }) => element));
    this.#fly(planned, were, are, corner, layer);
    this.#glide(were, are, new Set(planned.map(({ flight }) => flight.to)));
  }

  /** End all movement at once: everything is where it belongs. */
  stop(): void {
    for (const animation of [...this.#running, ...this.#glides.values()]) animation.cancel();
  }

  #plan(flights: readonly Flight[], were: Spots, are: Spots, theme: string): Planned[] {
    const back = cardPicture(theme, null);
    return flights.flatMap((flight): Planned[] => {
      const from = boxAt(were, ownCard(flight, were)) ?? boxAt(are, flight.from);
      const to = boxAt(are, flight.to);
      if (!from || !to) return [];
      const face = cardPicture(theme, flight.card);
      return [{ flight, from, to, element: ghost({ face, back: flight.turn ? back : null, width: to.width }) }];
    });
  }

  #fly(planned: readonly Planned[], were: Spots, are: Spots, corner: DOMRect, layer: HTMLElement): void {
    const within = (box: Box): Box => ({ ...box, x: box.x - corner.x, y: box.y - corner.y });
    const top = planned.findLast(({ flight }) => flight.to === "discard" && !flight.returns);
    const started = planned.map((plan): [Planned, Animation] => {
      const { flight, from, to, element } = plan;
      const animation = element.animate(path(within(from), within(to), flight), {
        delay: flight.delay,
        duration: flight.duration,
        easing: flight.returns ? "linear" : EASING,
        fill: "forwards",
      });
      this.#hide(flight, are, plan === top);
      return [plan, animation];
    });
    const topAnimation = started.find(([plan]) => plan === top)?.[1];
    for (const [plan, animation] of started) {
      // Of several cards played at once, those below lie there until the last one covers them.
      const isBelow = plan.flight.to === "discard" && !plan.flight.returns && plan !== top;
      this.#run(animation, plan.element, isBelow ? topAnimation : undefined);
    }
    if (top) this.#keepFormerTop(top.flight, were, within, layer);
  }

  /** Leave the card that lay on top in sight until the next one is there. */
  #keepFormerTop({ delay, duration }: Flight, were: Spots, within: (box: Box) => Box, layer: HTMLElement): void {
    const former = were.get("discard");
    if (!former?.picture) return;
    const element = ghost({ face: former.picture, back: null, width: former.box.width });
    layer.prepend(element);
    this.#run(element.animate(rest(within(former.box)), { duration: delay + duration }), element);
  }

  /** Hide the card that a flight leads to, for just as long as it lasts: an animation leaves nothing behind. */
  #hide({ from, to, returns, delay, duration }: Flight, are: Spots, isTop: boolean): void {
    const itself = returns ? from : to;
    if (!isTop && !itself.startsWith("hand:")) return;
    const element = are.get(itself)?.element;
    if (element) this.#run(element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + duration }));
  }

  #glide(were: Spots, are: Spots, flownTo: ReadonlySet<Place>): void {
    for (const [place, { box, element }] of are) {
      const was = place.startsWith("hand:") && !flownTo.has(place) ? were.get(place)?.box : null;
      if (!was) continue;
      const [x, y] = [was.x - box.x, was.y - box.y];
      if (Math.hypot(x, y) <= A_MOVE) continue;
      // `translate` adds to whatever the board's own style does with the card.
      const frames = [{ translate: `${x.toFixed(1)}px ${y.toFixed(1)}px` }, { translate: "0px 0px" }];
      const animation = element.animate(frames, { duration: GLIDE_TIME, easing: EASING, composite: "add" });
      this.#glides.set(element, animation);
      const forget = (): void => void (this.#glides.get(element) === animation && this.#glides.delete(element));
      animation.addEventListener("finish", forget);
      animation.addEventListener("cancel", forget);
    }
  }

  /** Watch over an animation; its picture goes when it is over, or when `cover` is. */
  #run(animation: Animation, picture?: HTMLElement, cover: Animation = animation): void {
    this.#running.add(animation);
    const settle = (): void => {
      this.#running.delete(animation);
      if (!picture?.isConnected) return;
      picture.remove();
    };
    for (const end of ["finish", "cancel"]) cover.addEventListener(end, settle);
    if (cover !== animation) animation.addEventListener("cancel", settle);
  }
}

/** Where in one's hand a card was that is known to come from there, and no more. */
function ownCard({ from, card }: Flight, were: Spots): Place {
  const first: Place = `hand:${card}#0`;
  return from === "hand" && were.has(first) ? first : from;
}

/** Of equal cards the one that was played is the one that was raised, whichever the board says is gone. */
function withRaisedLast(spots: Spots): Spots {
  const sorted = new Map(spots);
  for (const [place, { box }] of spots) {
    const [card, ordinal] = place.split("#");
    if (!place.startsWith("hand:") || !ordinal || spots.has(`${card}#${Number(ordinal) + 1}` as Place)) continue;
    for (let index = 0; index < Number(ordinal); index++) {
      const other = `${card}#${index}` as Place;
      const spot = spots.get(other);
      const last = spots.get(place);
      if (!spot || !last || box.y - spot.box.y < RAISED) continue;
      sorted.set(place, spot).set(other, last);
      break;
    }
  }
  return sorted;
}
