// The pictures that fly: in a layer above the board, hidden from screen readers.

import { HEIGHT_PER_WIDTH } from "$/cards/size";
import "./motion.css";

/** Return the layer of a board, created at first. */
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
  /** The URL of the side that is visible at the end. */
  face: string;
  /** The URL of the other side; null if the card is not turned over. */
  back: string | null;
  width: number;
}

export function ghost({ face, back, width }: GhostLook): HTMLElement {
  const element = document.createElement("div");
  element.className = "flight";
  element.style.width = `${width.toFixed(1)}px`;
  element.style.height = `${(width * HEIGHT_PER_WIDTH).toFixed(1)}px`;
  element.append(side(face, "near"));
  if (back !== null) element.append(side(back, "away"));
  return element;
}

function side(address: string, name: string): HTMLImageElement {
  const image = document.createElement("img");
  image.className = name;
  image.alt = "";
  image.decoding = "sync"; // a face decoded a frame late would blink
  image.draggable = false;
  image.src = address;
  return image;
}
