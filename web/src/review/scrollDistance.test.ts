import { expect, it } from "vitest";
import { scrollDistance } from "./scrollDistance";

it.each([
  ["nothing, for what is in sight", { top: 20, bottom: 780 }, 0],
  ["up to what is above", { top: -900, bottom: -200 }, -908],
  ["down to what is below", { top: 500, bottom: 1200 }, 492],
  ["to the lower part of what is higher than the screen", { top: -900, bottom: 50 }, -742],
])("scrolls %s", (_, span, far) => {
  expect(scrollDistance(span, 800)).toBe(far);
});
