// Names of people.

import { text } from "./language.svelte";

/** What the server writes instead of the name of somebody who has deleted everything about themselves. */
const DELETED = "(deleted)";

/** The name of a person, in the reader's language if nobody bears it any more. */
export const personName = (name: string): string => (name === DELETED ? text("page.deleted") : name);
