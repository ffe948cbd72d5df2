// Requests about the devices of a guest. Secrets travel in bodies, never in addresses.

import type { Devices, DeviceShown, Guest, GuestShown, NewDeviceLink } from "$protocol";
import { recallChoices, rememberChoices } from "$/start/choices";
import { ask, become, guestToken, RequestError } from "$/wire/http";

const MINE = "/api/guests/me/devices";

export const listDevices = async (): Promise<DeviceShown[]> => (await ask<Devices>("GET", MINE)).devices;

/** Request a link for another device; on that device it then opens a table, if one is given. */
export const newLink = (table: string | null): Promise<NewDeviceLink> =>
  ask("POST", `${MINE}/code`, table === null ? {} : { table });

export const signOut = (device: number): Promise<unknown> => ask("DELETE", `${MINE}/${device}`);
export const signOutOthers = (): Promise<unknown> => ask("DELETE", MINE);

/** Whose device this would become. */
export const lookUp = (code: string): Promise<GuestShown> => ask("POST", "/api/devices/look", { code });

/** The guest of this browser; null if there is none, or the server does not know it any more. */
export async function currentGuest(): Promise<GuestShown | null> {
  if (guestToken() === null) return null;
  try {
    return await ask<GuestShown>("GET", "/api/guests/me");
  } catch (error) {
    if (error instanceof RequestError && error.reason === "no_such_guest") return null;
    throw error;
  }
}

/** Use a code: this browser becomes a device of its guest, instead of the guest before. */
export async function useCode(code: string): Promise<void> {
  const { name, token } = await ask<Guest>("POST", "/api/devices", { code });
  become(name, token);
  // Otherwise the next "Play now" would rename the guest to the name that was typed here before.
  rememberChoices({ ...recallChoices(), name });
}
