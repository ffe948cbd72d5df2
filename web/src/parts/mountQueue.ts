// Mounts the parts of a page one after the other, each in a task of its own. Mounting a whole page in one task would delay
// the first paint and the first press.

/** The stages in which the parts of a page are mounted. The comments name the parts of the table and of the start page. */
const STAGES = [
  "frame", // header, board and the row of the hand; top bar and play panel
  "prompt", // whose turn it is
  "hand", // the cards of the hand and the buttons above it; the large fan
  "seats",
  "piles", // piles, colour and question in the middle of the table
  "ready", // the page shows more than its first paint, which is then removed
  "editions", // the picker of the start page
  "side", // the log; the rules row and the footer
  "extras", // celebrations and the catalogue; friends and open tables
  "details", // dialogs, rule chips, small fans
] as const;
export type Stage = (typeof STAGES)[number];

interface Entry {
  stage: Stage;
  mount: () => void;
}

const queue: Entry[] = [];
let isScheduled = false;

/** Call `mount` after everything of earlier stages; returns a function that takes it out of the queue. */
export function enqueueMount(stage: Stage, mount: () => void): () => void {
  const entry = { stage, mount };
  const rank = STAGES.indexOf(stage);
  const next = queue.findIndex((each) => STAGES.indexOf(each.stage) > rank);
  queue.splice(next < 0 ? queue.length : next, 0, entry);
  if (!isScheduled) {
    isScheduled = true;
    setTimeout(mountNext);
  }
  return () => {
    const index = queue.indexOf(entry);
    if (index >= 0) queue.splice(index, 1);
  };
}

function mountNext(): void {
  const first = queue.shift();
  isScheduled = queue.length > 0;
  if (isScheduled) setTimeout(mountNext);
  first?.mount();
  // In a hidden tab timers fire once a second, and a long task disturbs nobody: mount the rest at once.
  if (isScheduled && typeof document !== "undefined" && document.hidden)
    for (const each of queue.splice(0)) each.mount();
}
