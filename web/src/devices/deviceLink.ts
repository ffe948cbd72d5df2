// The link that makes this device one of a guest's. Its code is in the fragment, which no server ever sees, and leaves the
// address as soon as the page runs: neither the history nor a shared address keeps it.

/** Where the link leads. */
export const DEVICE_PATH = "/device";

export interface DeviceLink {
  /** A secret that works once. */
  code: string;
  /** The code of the table to open afterwards; null opens the start page. */
  table: string | null;
}

/** Read the fragment of a link, as in `#gk3….Xy…` or `#gk3….Xy…/k7m2xw9p`; null if it is none. */
export function readFragment(fragment: string): DeviceLink | null {
  const found = /^#(g[a-z2-9]{12}\.[\w-]{43})(?:\/([a-z2-9]{8}))?$/.exec(fragment);
  return found?.[1] ? { code: found[1], table: found[2] ?? null } : null;
}

let arrived: DeviceLink | null = null;

/** The link with which this page was opened. */
export const arrivedLink = (): DeviceLink | null => arrived;

/** Keep the link of the address in memory and remove it from the address. */
export function takeLink(): void {
  if (location.pathname !== DEVICE_PATH || !location.hash) return;
  arrived = readFragment(location.hash);
  history.replaceState(null, "", DEVICE_PATH);
}

export const forgetLink = (): void => void (arrived = null);
