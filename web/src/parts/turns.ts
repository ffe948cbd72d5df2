// Parts of a page that are made one after the other, each in a task of its own: a page that comes at once as a whole
// would keep the first press, and the first picture, waiting.

interface Waiting {
  /** Lower ones come first. */
  at: number;
  act: () => void;
}

const queue: Waiting[] = [];
let isGoing = false;

/** Act when it is one's turn; returns what gives the turn up. */
export function takeTurn(at: number, act: () => void): () => void {
  const waiting = { at, act };
  const after = queue.findIndex((each) => each.at > at);
  queue.splice(after < 0 ? queue.length : after, 0, waiting);
  if (!isGoing) {
    isGoing = true;
    setTimeout(next);
  }
  return () => {
    const place = queue.indexOf(waiting);
    if (place >= 0) queue.splice(place, 1);
  };
}

function next(): void {
  const first = queue.shift();
  isGoing = queue.length > 0;
  if (isGoing) setTimeout(next);
  first?.act();
  // Where nobody looks, timers come once in a second, and nobody is kept waiting by a long task.
  if (isGoing && typeof document !== "undefined" && document.hidden) for (const each of queue.splice(0)) each.act();
}
