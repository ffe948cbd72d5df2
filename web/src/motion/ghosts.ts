// Cards that are only there while they fly: pictures in a layer above the board, for the eye alone.

import { TALL } from "./path";
import "./motion.css";

/** Make the layer, unless the root has it already. */
export function layerOf(root: HTMLElement): HTMLElement {
  const there = root.querySelector<HTMLElement>(":scope > .flights");
  if (there) return there;
  const layer = document.createElement("div");
  layer.className = "flights";
  layer.setAttribute("aria-hidden", "true");
  if (getComputedStyle(root).position === "static") root.style.position = "relative";
  root.append(layer);
  return layer;
}

export interface GhostLook {
  /** The address of the side that is seen in the end. */
  face: string;
  /** The address of the other side, for a card that is turned over. */
  back: string | null;
  width: number;
}

/** Make a card that can fly. */
export function ghost({ face, back, width }: GhostLook): HTMLElement {
  const element = document.createElement("div");
  element.className = "flight";
  element.style.width = `${width.toFixed(1)}px`;
  element.style.height = `${(width * TALL).toFixed(1)}px`;
  element.append(side(face, "near"));
  if (back !== null) element.append(side(back, "away"));
  return element;
}

function side(address: string, name: string): HTMLImageElement {
  const image = document.createElement("img");
  image.className = name;
  image.alt = "";
  image.decoding = "sync"; // a face that comes a frame late would blink
  image.draggable = false;
  image.src = address;
  return image;
}
