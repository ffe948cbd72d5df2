// The script of an exported review: the review page with its data in the same file, and no server.

import { mount } from "svelte";
import type { Replay, Review } from "$protocol";
import { followMode } from "$/remembered/preferences.svelte";
import type { RoundSource } from "$/replay/openRound.svelte";
import { embed, type EmbeddedFiles } from "$/wire/embedded";
import { RequestError } from "$/wire/http";
import { words, type Language } from "$/words/language.svelte";
import "$/styles/base.css";
import ExportedReview from "./ExportedReview.svelte";

/** What huefall.review.export writes into the file. */
export interface ExportedData {
  language: Language;
  review: Review;
  /** Every round of the match, open. */
  rounds: readonly Replay[];
  /** The texts of both languages and the drawings of the cards. */
  files: EmbeddedFiles;
}

/** The rounds in the file. */
const embeddedRounds = (rounds: readonly Replay[]): RoundSource => ({
  get(round) {
    const found = rounds[round - 1];
    return found ? Promise.resolve(found) : Promise.reject(new RequestError({ reason: "no_such_round", text: "" }));
  },
  stop: () => undefined,
});

async function show(target: HTMLElement, written: string): Promise<void> {
  const { language, review, rounds, files } = JSON.parse(written) as ExportedData;
  embed(files);
  followMode();
  await words.speak(language);
  mount(ExportedReview, { target, props: { review, source: embeddedRounds(rounds) } });
}

const [target, data] = ["app", "data"].map((id) => document.getElementById(id));
if (target && data) void show(target, data.textContent ?? "");
