// Moves the cards of a board: remembers where everything was, and lets each card fly from there to where it is now.
// The board is always as it should be; what flies are pictures above it, and no press has to wait for them.

import { isCalm } from "$/remembered/preferences.svelte";
import type { Shown } from "$/table/shown";
import type { Step } from "$/table/state";
import { flightsOf, type Flight, type Place } from "./flights";
import { ghost, layerOf } from "./ghosts";
import { EASING, path, rest, type Box } from "./path";
import { readSpots, type Spots } from "./places";
import { plan, withRaisedLast, type Planned } from "./plan";
import { isTooLate } from "./timeline";

const HURRY = 4; // how much faster flights end when the next step is there
const GLIDE_TIME = 260; // cards of one's hand that make room
const ENDS = ["finish", "cancel"];
const A_MOVE = 1; // px; less is none

export class Motion {
  readonly #root: HTMLElement;
  readonly #running = new Set<Animation>();
  readonly #glides = new Map<HTMLElement, Animation>();
  /** Cards whose own flight is still on. */
  readonly #expected = new Set<HTMLElement>();
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
    this.hurry();
    for (const animation of this.#glides.values()) animation.cancel();
    const flights = steps.length ? flightsOf(steps, shown) : [];
    if (!flights.length && !were.size) return;

    const layer = layerOf(this.#root);
    const are = readSpots(this.#root); // everything is read before anything is written
    const corner = layer.getBoundingClientRect();
    const planned = plan(flights, were, are, shown.theme);
    layer.append(...planned.map(({ picture }) => picture));
    this.#fly(planned, were, are, corner, layer);
    this.#glide(were, are, new Set(planned.map(({ flight }) => (flight.returns ? flight.from : flight.to))));
  }

  /** Let the flights that are still on come to their end quickly. */
  hurry(): void {
    for (const animation of this.#running) animation.updatePlaybackRate(HURRY);
  }

  /** End all movement at once: everything is where it belongs. */
  stop(): void {
    for (const animation of [...this.#running, ...this.#glides.values()]) animation.cancel();
  }

  #fly(planned: readonly Planned[], were: Spots, are: Spots, corner: DOMRect, layer: HTMLElement): void {
    const within = (box: Box): Box => ({ ...box, x: box.x - corner.x, y: box.y - corner.y });
    const top = planned.findLast(({ flight }) => flight.to === "discard" && !flight.returns);
    // The first card of a round lies on nothing.
    if (top && top.flight.from !== "pile") this.#keepFormerTop(top.flight, were, within, layer);
    const started = planned.map((each): [Planned, Animation] => {
      const { flight, from, to, home, picture } = each;
      const animation = picture.animate(path(within(from), within(to), flight, within(home)), {
        delay: flight.delay,
        duration: flight.duration,
        easing: flight.returns ? "linear" : EASING,
        fill: each.waits ? "both" : "forwards",
      });
      this.#hide(flight, are);
      return [each, animation];
    });
    const topAnimation = started.find(([each]) => each === top)?.[1];
    for (const [each, animation] of started) {
      // A card that the board does not show lies there until the one on top covers it.
      const isBelow = each.flight.to === "discard" && !each.flight.returns;
      this.#run(animation, each.picture, isBelow ? topAnimation : animation);
    }
  }

  /** Leave the card that lay on top, and the one laid on it, in sight until the next one is there. */
  #keepFormerTop({ delay, duration }: Flight, were: Spots, within: (box: Box) => Box, layer: HTMLElement): void {
    for (const place of ["laid", "discard"] as const) {
      const former = were.get(place);
      if (!former?.picture || this.#expected.has(former.element)) continue;
      const element = ghost({ face: former.picture, back: null, width: former.box.width });
      layer.prepend(element);
      this.#run(element.animate(rest(within(former.box)), { duration: delay + duration }), element);
    }
  }

  /** Hide the card that a flight leads to, for just as long as it lasts: an animation leaves nothing behind. */
  #hide({ from, to, returns, delay, duration }: Flight, are: Spots): void {
    const itself = returns ? from : to;
    if (!/^(hand:|discard|laid)/.test(itself)) return;
    const element = are.get(itself)?.element;
    if (!element) return;
    const animation = element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + duration });
    this.#expected.add(element);
    for (const end of ENDS) animation.addEventListener(end, () => this.#expected.delete(element));
    this.#run(animation);
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
      for (const end of ENDS) animation.addEventListener(end, forget);
    }
  }

  /** Watch over an animation; its picture goes when it is over, or when `cover` is. */
  #run(animation: Animation, picture?: HTMLElement, cover = animation): void {
    this.#running.add(animation);
    const settle = (): void => {
      this.#running.delete(animation);
      picture?.remove();
    };
    for (const end of ENDS) cover.addEventListener(end, settle);
    if (cover !== animation) animation.addEventListener("cancel", settle);
  }
}
