// Who plays in this browser: one guest, remembered; and requests to the server in the guest's name.

const KEY = "huefall.guest";
const ASK_AGAIN = 1_500; // ms

/** Read something this browser remembers; one that forbids it remembers nothing. */
export function recall(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Let this browser remember something. */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window: it is forgotten with the page.
  }
}

let guest = recall(KEY, {}); // { name: "Anna", token: "3vQ8…" }

export const guestName = () => guest.name ?? "";
export const guestToken = () => guest.token ?? null;

function become(name, token) {
  guest = { name, token };
  remember(KEY, guest);
}

/** Forget a token that is nobody's any more; the name stays. */
export const forgetToken = () => become(guest.name, undefined);

/** What the server answered instead of what was asked for. */
export class Fault extends Error {
  constructor({ reason, text }) {
    super(text);
    Object.assign(this, { reason, text });
  }
}

/** Ask the server for something. */
export async function ask(method, path, body) {
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  if (guest.token) headers.authorization = `Bearer ${guest.token}`;
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch (error) {
    throw new Fault({ reason: "offline", text: String(error) });
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Fault(answer?.error ?? { reason: "internal", text: response.statusText });
  return answer;
}

/** Ask again and again until there is an answer. */
export async function askPatiently(path) {
  for (;;) {
    try {
      return await ask("GET", path);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
    }
  }
}

/** Be a guest of this name: the one there is, renamed if need be, or a new one. Returns whether anything has changed. */
export async function beGuest(name) {
  if (guest.token && name === guest.name) return false;
  if (guest.token) {
    try {
      become((await ask("PATCH", "/api/guests/me", { name })).name, guest.token);
      return true;
    } catch (error) {
      if (error.reason !== "no_such_guest") throw error;
      forgetToken();
    }
  }
  const made = await ask("POST", "/api/guests", { name });
  become(made.name, made.token);
  return true;
}

/** Ask for something as the guest of this name; a token that the server has forgotten is replaced. */
export async function askAs(name, method, path, body) {
  await beGuest(name);
  try {
    return await ask(method, path, body);
  } catch (error) {
    if (error.reason !== "no_such_guest") throw error;
    forgetToken();
    await beGuest(name);
    return ask(method, path, body);
  }
}
