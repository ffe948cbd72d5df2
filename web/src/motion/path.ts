// The path of one card as keyframes from one box to another. Transforms only.

import { HEIGHT_PER_WIDTH } from "$/cards/size";

/** Where a card is on the screen: its centre and width in px, its rotation in degrees. */
export interface Box {
  x: number;
  y: number;
  width: number;
  angle: number;
}

export interface Way {
  turn: boolean;
  returns: boolean;
  bend: number;
}

export const EASING = "cubic-bezier(.34, .5, .2, 1)";

const LIFT_FROM_PX = 150; // shorter flights stay flat
const MAX_LIFT_PX = 60;
const SAMPLES = 6;
const RETURN_OFFSETS = [0, 0.36, 0.62, 1]; // leaves, arrives, turns back, is back

/** Return keyframes for a picture as wide as `to`, placed in the corner of its layer. It returns to `home`, if it does. */
export function path(from: Box, to: Box, way: Way, home = from): Keyframe[] {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const lift = far > LIFT_FROM_PX ? Math.min(MAX_LIFT_PX, far * 0.12) : 0;
  const at = (part: number): string => pose(from, to, part, lift, way);
  if (!way.returns)
    return Array.from({ length: SAMPLES + 1 }, (_, index) => ({
      offset: index / SAMPLES,
      transform: at(index / SAMPLES),
    }));
  const [leaves, arrives, turnsBack, isBack] = RETURN_OFFSETS;
  return [
    { offset: leaves, transform: at(0), easing: EASING },
    { offset: arrives, transform: at(1), easing: "linear" },
    { offset: turnsBack, transform: at(1), easing: "ease-in-out" },
    { offset: isBack, transform: pose(home, to, 0, 0, way) },
  ];
}

/** Return keyframes of a card that stays where it is. */
export const rest = (box: Box): Keyframe[] => {
  const transform = pose(box, box, 1, 0, { turn: false, returns: false, bend: 0 });
  return [{ transform }, { transform }];
};

function pose(from: Box, to: Box, part: number, lift: number, { turn, bend }: Way): string {
  const along = (start: number, end: number): number => start + (end - start) * part;
  const hump = 4 * part * (1 - part);
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const aside = bend * Math.min(to.width, far / 2) * hump;
  const x = along(from.x, to.x) - ((to.y - from.y) / far) * aside - to.width / 2;
  const y = along(from.y, to.y) + ((to.x - from.x) / far) * aside - lift * hump - (to.width * HEIGHT_PER_WIDTH) / 2;
  const scale = along(from.width / to.width, 1) * (1 + (lift / MAX_LIFT_PX) * 0.12 * hump);
  const over = turn ? 180 * (1 - smooth((part - 0.1) / 0.7)) : 0;
  return (
    `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) perspective(900px) ` +
    `rotate(${along(from.angle, to.angle).toFixed(2)}deg) scale(${scale.toFixed(3)}) rotateY(${over.toFixed(1)}deg)`
  );
}

const smooth = (part: number): number => {
  const held = Math.min(1, Math.max(0, part));
  return held * held * (3 - 2 * held);
};
