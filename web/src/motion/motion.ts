// Animates the cards of a board: remembers where everything was, and lets each card fly from there to where it is now.
// The board itself is always up to date; only pictures above it fly, and no press has to wait for them.

import { isCalm } from "$/remembered/preferences.svelte";
import type { BoardModel } from "$/table/boardModel";
import type { Step } from "$/table/state";
import { flightsOf, type Flight, type SpotName } from "./flights";
import { ghost, layerOf } from "./ghosts";
import { EASING, path, rest, type Box } from "./path";
import { readSpots, type Spots } from "./spots";
import { plan, withRaisedLast, type Planned } from "./plan";
import { isTooLate, MAX_STEPS } from "./timeline";

const HURRY_RATE = 4; // the playback rate of running flights once the next step has arrived
const GLIDE_MS = 260; // of cards in the own hand that make room
const ENDS = ["finish", "cancel"];
const MIN_GLIDE_PX = 1;

export class Motion {
  readonly #root: HTMLElement;
  /** Running flights with the number of the change that they show. */
  readonly #running = new Map<Animation, number>();
  readonly #glides = new Map<HTMLElement, Animation>();
  /** Cards that are hidden until their flight lands. */
  readonly #expected = new Set<HTMLElement>();
  #were: Spots = new Map();
  #changes = 0;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Measure the board before it changes. */
  before(): void {
    this.#were = isCalm() ? new Map() : readSpots(this.#root);
  }

  /** Animate new steps after the board has changed to `model`. */
  after(steps: readonly Step[], model: BoardModel): void {
    if (isCalm() || document.hidden || isTooLate(steps) || !this.#root.isConnected) {
      this.stop();
      return;
    }
    const were = withRaisedLast(this.#were);
    this.catchUp();
    const flights = steps.length ? flightsOf(steps, model) : [];
    if (!flights.length && !were.size) return;

    const layer = layerOf(this.#root);
    const are = readSpots(this.#root); // all reads of the layout before any write
    const corner = layer.getBoundingClientRect();
    const planned = plan(flights, were, are, model.theme);
    layer.append(...planned.map(({ picture }) => picture));
    this.#fly(planned, were, are, corner, layer);
    this.#glide(were, are, new Set(planned.map(({ flight }) => (flight.returns ? flight.from : flight.to))));
  }

  /**
   * Make way for the next change: flights of the last one end quickly, those of the one before at once, however slow the
   * machine is. Cards that make room start again from where they are now.
   */
  catchUp(): void {
    this.#changes += 1;
    for (const [animation, change] of [...this.#running])
      if (this.#changes - change >= MAX_STEPS) animation.cancel();
      else animation.updatePlaybackRate(HURRY_RATE);
    for (const animation of this.#glides.values()) animation.cancel();
  }

  /** End all animations at once. */
  stop(): void {
    for (const animation of [...this.#running.keys(), ...this.#glides.values()]) animation.cancel();
  }

  #fly(planned: readonly Planned[], were: Spots, are: Spots, corner: DOMRect, layer: HTMLElement): void {
    const within = (box: Box): Box => ({ ...box, x: box.x - corner.x, y: box.y - corner.y });
    const top = planned.findLast(({ flight }) => flight.to === "discard" && !flight.returns);
    // There is no card under the first one of a round.
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
      // The picture of a card below the top one stays until the top card covers it.
      const isBelow = each.flight.to === "discard" && !each.flight.returns;
      this.#run(animation, each.picture, isBelow ? topAnimation : animation);
    }
  }

  /** Keep the former top card, and the card laid on it, visible until the next one lands. */
  #keepFormerTop({ delay, duration }: Flight, were: Spots, within: (box: Box) => Box, layer: HTMLElement): void {
    for (const spot of ["laid", "discard"] as const) {
      const former = were.get(spot);
      if (!former?.picture || this.#expected.has(former.element)) continue;
      const element = ghost({ face: former.picture, back: null, width: former.box.width });
      layer.prepend(element);
      this.#run(element.animate(rest(within(former.box)), { duration: delay + duration }), element);
    }
  }

  /** Hide the card at the end of a flight while it lasts. By an animation, because that leaves no style behind. */
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

  #glide(were: Spots, are: Spots, flownTo: ReadonlySet<SpotName>): void {
    for (const [spot, { box, element }] of are) {
      const was = spot.startsWith("hand:") && !flownTo.has(spot) ? were.get(spot)?.box : null;
      if (!was) continue;
      const [x, y] = [was.x - box.x, was.y - box.y];
      if (Math.hypot(x, y) <= MIN_GLIDE_PX) continue;
      // `translate` adds to the transform of the board's own style.
      const frames = [{ translate: `${x.toFixed(1)}px ${y.toFixed(1)}px` }, { translate: "0px 0px" }];
      const animation = element.animate(frames, { duration: GLIDE_MS, easing: EASING, composite: "add" });
      this.#glides.set(element, animation);
      const forget = (): void => void (this.#glides.get(element) === animation && this.#glides.delete(element));
      for (const end of ENDS) animation.addEventListener(end, forget);
    }
  }

  /** Keep track of an animation, and remove its picture when it is over, or when `cover` is. */
  #run(animation: Animation, picture?: HTMLElement, cover = animation): void {
    this.#running.set(animation, this.#changes);
    const settle = (): void => {
      this.#running.delete(animation);
      picture?.remove();
    };
    for (const end of ENDS) cover.addEventListener(end, settle);
    if (cover !== animation) animation.addEventListener("cancel", settle);
  }
}
