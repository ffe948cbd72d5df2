// HTTP requests in the name of the guest. There is one guest per browser, remembered between visits.

import type { ErrorBody, Guest, GuestShown, SetupProblem } from "$protocol";
import { recall, remember } from "$/remembered/storage";

const RETRY_MS = 1_500;

interface Remembered {
  /** As entered: "Anna". */
  name?: string;
  /** The secret that authenticates the guest. */
  token?: string;
}

let guest = recall<Remembered>("guest", {});

export const guestName = (): string => guest.name ?? "";
export const guestToken = (): string | null => guest.token ?? null;

/** Use this guest from now on. */
export function become(name: string | undefined, token: string | undefined): void {
  guest = { name, token };
  remember("guest", guest);
}

/** Forget a token that the server does not know any more; keep the name. */
export const forgetToken = (): void => become(guest.name, undefined);

/** The server's error, or "offline" if there was no response. */
export class RequestError extends Error {
  readonly reason: string;
  readonly text: string;
  readonly trouble: SetupProblem | null;

  constructor({ reason, text, trouble = null }: { reason: string; text: string; trouble?: SetupProblem | null }) {
    super(text);
    this.reason = reason;
    this.text = text;
    this.trouble = trouble;
  }
}

/** Send a request; throws the server's error. */
async function request(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  if (guest.token) headers.authorization = `Bearer ${guest.token}`;
  let response: Response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch (error) {
    throw new RequestError({ reason: "offline", text: String(error) });
  }
  if (response.ok) return response;
  const answer = (await response.json().catch(() => null)) as ErrorBody | null;
  throw new RequestError(answer?.error ?? { reason: "internal", text: response.statusText });
}

/** Request JSON; null if the answer has none. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await request(method, path, body);
  return (await response.json().catch(() => null)) as T;
}

/** Request a file. */
export const askBlob = async (path: string): Promise<Blob> => (await request("GET", path)).blob();

/** Retry until the server responds. Throws its errors. */
export async function askPatiently<T>(path: string): Promise<T> {
  for (;;) {
    try {
      return await ask<T>("GET", path);
    } catch (error) {
      if (!(error instanceof RequestError) || error.reason !== "offline") throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** Make sure there is a guest of this name, by renaming the current one or creating one; returns whether anything changed. */
export async function beGuest(name: string): Promise<boolean> {
  if (guest.token && name === guest.name) return false;
  if (guest.token) {
    try {
      const { name: taken } = await ask<GuestShown>("PATCH", "/api/guests/me", { name });
      become(taken, guest.token);
      return true;
    } catch (error) {
      if (!(error instanceof RequestError) || error.reason !== "no_such_guest") throw error;
      forgetToken();
    }
  }
  const made = await ask<Guest>("POST", "/api/guests", { name });
  become(made.name, made.token);
  return true;
}

/** Request something as the guest of this name. If the server does not know the token any more, use a new guest. */
export async function askAs<T>(name: string, method: string, path: string, body?: unknown): Promise<T> {
  await beGuest(name);
  try {
    return await ask<T>(method, path, body);
  } catch (error) {
    if (!(error instanceof RequestError) || error.reason !== "no_such_guest") throw error;
    forgetToken();
    await beGuest(name);
    return ask<T>(method, path, body);
  }
}
