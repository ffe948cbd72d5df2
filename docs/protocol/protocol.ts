// Written by `make docs` from src/huefall/protocol; change that, not this file.
// The messages of a table's socket and the bodies of the HTTP API: docs/protocol.md.

/** The version of the wire, as `hello` names it. */
export const VERSION = 1;

export type Emote = "hello" | "thanks" | "well_played" | "good_luck" | "oops" | "laugh" | "wow" | "hurry";
export type SeatKind = "empty" | "person" | "bot";
export type Status = "open" | "starting" | "playing" | "round_over" | "over" | "closed";
export type ReviewState = "none" | "waiting" | "working" | "done" | "failed";
export type PlayedBy = "person" | "bot" | "clock";

/** Set a bot on a free seat, or give one that sits there another level. The host's. */
export interface AddBot {
  type: "add_bot";
  /** Chosen by the client; answers repeat it. */
  id: string;
  seat?: number | null;
  /** How well a bot plays. Left out: `"normal"`. */
  level?: string;
}

/** A table as its keeper sees it. */
export interface AdminTable {
  /** A table's short code, as in its link. */
  code: string;
  status: string;
  public: boolean;
  edition: string;
  persons: string[];
  bots: number;
  connections: number;
  revision: number;
  /** Seconds since the last thing happened. */
  idle: number;
}

/** All tables. */
export interface AdminTables {
  tables: AdminTable[];
}

/** Let people ask for hints at this table, or no longer, at any time. The host's; everybody is told. */
export interface AllowHints {
  type: "allow_hints";
  /** Chosen by the client; answers repeat it. */
  id: string;
  on: boolean;
}

/** Take the seat back from the bot that has been playing for one. */
export interface Back {
  type: "back";
  /** Chosen by the client; answers repeat it. */
  id: string;
}

/** The answer to `why`. */
export interface Because {
  type: "because";
  /** Chosen by the client; answers repeat it. */
  id: string;
  /** `accepted`, `foul` or `refused`. */
  status: string;
  reason: string;
  rule: string | null;
}

/** The last message: why the server closes the connection, and whether to come back. */
export interface Bye {
  type: "bye";
  reason: string;
  text: string;
  again: boolean;
}

/** Everything there is to choose from. */
export interface Catalogue {
  editions: EditionShown[];
  options: OptionShown[];
  presets: Record<string, Record<string, unknown>>;
  levels: string[];
  emotes: string[];
  languages: string[];
  lessons: LessonShown[];
}

/** A chance to win the round, from 0 to 1, with its 95 % interval. */
export interface Chance {
  mean: number;
  low: number;
  high: number;
}

/** Whose time is running, in milliseconds. A bot's pause is shown the same way. */
export interface Clock {
  /** Nobody's: the next round is dealt when it has run out. */
  seat: number | null;
  left: number;
  limit: number;
}

/** Change what is played and how, while no match is running. The host's. */
export interface Configure {
  type: "configure";
  /** Chosen by the client; answers repeat it. */
  id: string;
  setup: Setup;
}

/** The move that led to an update. */
export interface Did {
  /** A seat, from 0. */
  seat: number;
  move: string;
  /** Left out: `"person"`. */
  by?: PlayedBy;
  /** It was carried out only as a foul or false call. Left out: `false`. */
  foul?: boolean;
}

/** A command was carried out, or has been before (same id); it is stored for good. */
export interface Done {
  type: "done";
  /** Chosen by the client; answers repeat it. */
  id: string;
  /** The number of the last thing that happened at a table. The revision it led to. */
  revision: number;
}

/** Ask whether an edition's file can be played. */
export interface EditionCheck {
  /** The text of an edition's file, to play one of your own. */
  file: string;
}

/** An edition: its name, size and the options that mean something in it. */
export interface EditionShown {
  name: string;
  cards: number;
  colors: string[];
  options: string[];
  most_players: number;
  /** Whose pictures the cards have: the edition's own if it ships, else `classic`. */
  theme: string;
  /** What the edition's file calls it, by language. */
  title: Record<string, string>;
  /** Its deck, with every footprint: by colour, black cards last. */
  kinds: KindShown[];
}

/** What a card does: the attributes of an edition's file (`docs/editions.md`). What does not apply is left out. */
export interface EffectShown {
  /** The letter of its colour; left out for a black card, whose player names one. */
  color?: string | null;
  /** The next player draws this many cards and loses the turn. Left out: `0`. */
  draws?: number;
  /** This many of the next players lose the turn. Left out: `0`. */
  skips?: number | "all";
  /** Left out: `false`. */
  reverses?: boolean;
  /** Left out: `false`. */
  boosts?: boolean;
  /** Left out: `false`. */
  escapes?: boolean;
  /** The next player dances or draws this many cards. Left out: `0`. */
  dares?: number;
  /** A coloured card is laid with it; players who hold its colour draw this many cards. Left out: `0`. */
  checks?: number;
  /** `swap` or `rotate`. Left out: `""`. */
  exchanges?: string;
  /** Left out: `false`. */
  restricted?: boolean;
  /** Left out: `false`. */
  shield?: boolean;
  /** Left out: `false`. */
  footprint?: boolean;
}

/** Somebody showed an emote. Not numbered, not kept. */
export interface Emoted {
  type: "emoted";
  /** A seat, from 0. */
  seat: number;
  emote: Emote;
}

/** Whether matches can begin, and how far the compilation of the rules is. */
export interface EngineShown {
  ready: boolean;
  progress: number;
}

/** One thing that happened (docs/events.md), as the one who is told may see it. */
export interface EventShown {
  event: string;
  rule: string;
  seat?: number;
  other?: number;
  card?: string;
  color?: string;
  amount?: number;
  question?: string;
}

/** Why a request was not carried out. */
export interface Fault {
  /** A word for programs, see docs/protocol.md. */
  reason: string;
  /** A sentence for people: what was expected, what came, what to do. */
  text: string;
  /** When to ask again, in seconds. */
  retry_after?: number | null;
  /** With `bad_setup`, if it is one of the ways people can choose wrongly. */
  trouble?: SetupTrouble | null;
}

/** The body of every answer that is no success. */
export interface FaultBody {
  error: Fault;
}

/** Who was first where two wanted the same. */
export interface First {
  /** The number of the last thing that happened at a table. */
  revision: number;
  /** A seat, from 0. */
  seat: number;
  move: string;
}

/** A step of a replay: what was done, what came of it, and how the table stood after it, as it was asked for. */
export interface Frame {
  events: EventShown[];
  view: View;
  seat?: number | null;
  move?: string | null;
  /** Left out: `false`. */
  foul?: boolean;
  /** The card that lies on the top card, laid with it (AVG-01). It does not match; `view.color` does. */
  laid?: string | null;
}

/** A guest; the token is shown this once. */
export interface Guest {
  guest: string;
  name: string;
  token: string;
}

/** Who a token stands for. */
export interface GuestShown {
  guest: string;
  name: string;
}

/** Make the person on another seat the host. The host's. */
export interface HandOver {
  type: "hand_over";
  /** Chosen by the client; answers repeat it. */
  id: string;
  /** A seat, from 0. */
  seat: number;
}

/** How the server is. */
export interface Health {
  version: string;
  protocol: number;
  engine: EngineShown;
  tables: number;
  connections: number;
}

/** The first message. Without a token one only watches. */
export interface Hello {
  type: "hello";
  version: number;
  token?: string | null;
  /** The revision of the last update this client has; it is sent what came after, or a fresh view. */
  since?: number | null;
  /** Seats whose emotes this client does not want. Left out: `[]`. */
  muted?: number[];
}

/** Ask what the search thinks of one's moves, where the table allows hints (`setup.hints`) and one is asked. */
export interface Hint {
  type: "hint";
  /** Chosen by the client; answers repeat it. */
  id: string;
  /** The number of the last thing that happened at a table. */
  revision: number;
}

/** A move one can make, and what the search thinks of it. */
export interface HintMove {
  sentence: string;
  chance: Chance;
  /** Of the first move: why it is better than the second. Of the others: why the first is better than they are. */
  reason: ReasonShown | null;
}

/** The answer to `hint`: one's moves, best first, judged by what one can know. For the one who asked alone. */
export interface Hints {
  type: "hints";
  /** Chosen by the client; answers repeat it. */
  id: string;
  /** The number of the last thing that happened at a table. As the command named it. */
  revision: number;
  moves: HintMove[];
}

/** Let the bots answer as fast as they may until a person is asked again. For whoever is alone with bots; not kept. */
export interface Hurry {
  type: "hurry";
  /** Chosen by the client; answers repeat it. */
  id: string;
}

/** Send a person away from the table. The host's. */
export interface Kick {
  type: "kick";
  /** Chosen by the client; answers repeat it. */
  id: string;
  /** A seat, from 0. */
  seat: number;
}

/** Cards of a deck that cannot be told apart. */
export interface KindShown {
  card: string;
  copies: number;
  points: number;
  /** Which rules explain it, the most telling first. Some belong to an option and are in force only with its value: see there. */
  rules: string[];
  /** What the edition's file calls it, by language. Left out: `{}`. */
  title?: Record<string, string>;
  effect?: EffectShown;
  /** The face of the card that the rules speak of where they apply to this one: `+2` for a Draw Five. */
  counts_as?: string | null;
  /** Those of `rules` whose texts mention another number than this card's: they hold for it, with its own number. Left out: `[]`. */
  other_numbers?: string[];
}

/** Give the seat up. During a match a bot plays on in it until the match is over. */
export interface Leave {
  type: "leave";
  /** Chosen by the client; answers repeat it. */
  id: string;
}

/** A lesson: a fixed deal, and steps in their order. `lesson.NAME.title` and `lesson.NAME.text` are in the catalogues. */
export interface LessonShown {
  name: string;
  steps: LessonStep[];
}

/** One step of a lesson: the words to show, and what completes it. */
export interface LessonStep {
  /** Of the sentence in the catalogues of texts. */
  key: string;
  /** How the person's move begins (`play r7`), in whole words; or `event`, a kind of event, and perhaps a seat (`event out 0`). */
  await: string;
}

/** The public tables, those with a free seat first. */
export interface Lobby {
  tables: LobbyTable[];
}

/** A public table as the lobby lists it. */
export interface LobbyTable {
  /** A table's short code, as in its link. */
  code: string;
  status: Status;
  edition: string;
  /** Whether the edition is the host's own, whatever it is called. */
  own_edition: boolean;
  preset: string;
  options: Record<string, unknown>;
  seats: number;
  free: number;
  persons: string[];
  bots: number;
  spectators: number;
}

/** A finished match and where to find what belongs to it. */
export interface MatchShown {
  /** A table's short code, as in its link. */
  table: string;
  match: number;
  edition: string;
  options: Record<string, unknown>;
  players: string[];
  winners: number[];
  scores: number[];
  rounds: number;
  /** Nothing if the match did not begin with a deal. */
  record: string | null;
  replay: string;
  /** Nothing if the match did not begin with a deal. */
  proof: string | null;
  /** Nothing if the match did not begin with a deal. */
  review: string | null;
  /** Whose pictures the cards have: the edition's own if it ships, else `classic`. */
  theme: string;
  origin: Origin | null;
}

/** Play a move. `revision` is that of the last update the player has seen. */
export interface Move {
  type: "move";
  /** Chosen by the client; answers repeat it. */
  id: string;
  /** The number of the last thing that happened at a table. */
  revision: number;
  /** A move as docs/notation.md writes it. */
  move: string;
}

/** Hear no more emotes of a seat, or again; for this connection alone. */
export interface Mute {
  type: "mute";
  /** Chosen by the client; answers repeat it. */
  id: string;
  /** A seat, from 0. */
  seat: number;
  /** Left out: `true`. */
  on?: boolean;
}

/** Ask for a guest: a name and a secret token, no account. */
export interface NewGuest {
  /** A person's name: 1 to 24 letters, digits and plain signs. */
  name: string;
}

/** Ask for a table at which a lesson is taught. A guest is made unless a token is sent along. */
export interface NewLesson {
  /** A person's name: 1 to 24 letters, digits and plain signs. */
  name?: string;
}

/** Ask for a table. Who asks is its host and sits on the first seat, unless told otherwise. */
export interface NewTable {
  setup?: Setup;
  /** Left out: `true`. */
  sit?: boolean;
}

/** Deal the next round of the match. Anybody's who sits at the table. */
export interface NextRound {
  type: "next_round";
  /** Chosen by the client; answers repeat it. */
  id: string;
  /** The number of the last thing that happened at a table. */
  revision: number;
}

/** An option and what it may be. */
export interface OptionShown {
  name: string;
  default: unknown;
  kind: "number" | "switch" | "words";
  /** Which rules it brings into force or changes. */
  rules: string[];
  /** Which of them are in force with which value, a switch's as `true` and `false`; of a number they always are. */
  rules_by_value: Record<string, string[]>;
  words?: string[] | null;
  least?: number | null;
  most?: number | null;
}

/** Where a match that did not begin with a deal comes from: a step of another that is over. */
export interface Origin {
  /** A table's short code, as in its link. */
  table: string;
  match: number;
  round: number;
  step: number;
}

/** Let the bots take more time, or less, at any time. The host's. Less than the server allows becomes the least it does. */
export interface Pace {
  type: "pace";
  /** Chosen by the client; answers repeat it. */
  id: string;
  /** How long a bot takes to answer, in milliseconds. */
  bot_pause_ms: number;
}

/** The question put to somebody. */
export interface Pending {
  kind: string;
  seat: number;
  draw: number;
  from: number;
  count: number;
  dancer: number | null;
  votes: boolean[] | null;
}

/** Ask for a sign of life. */
export interface Ping {
  type: "ping";
  /** Chosen by the client; answers repeat it. */
  id: string;
}

/** Ask for a table against bots at which a round of a finished match goes on from one of its steps. */
export interface PlayOn {
  /** A step of a round: 0 is the deal, then each move in its order. */
  step: number;
  /** A seat, from 0. Which seat one takes; bots have the others. */
  seat: number;
  /** How well a bot plays. Left out: `"normal"`. */
  level?: string;
  /** A person's name: 1 to 24 letters, digits and plain signs. */
  name?: string;
}

/** The rules are being compiled, once per machine; the match begins when that is done. */
export interface Preparing {
  type: "preparing";
  /** From 0 to 1. */
  progress: number;
}

/** Who is here, by seat, and how many watch. Not numbered, not kept. */
export interface Presence {
  type: "presence";
  here: boolean[];
  spectators: number;
}

/** The proof of the shuffle: the seed, what bound it before the deal, and what was checked. */
export interface ProofShown {
  commitment: string;
  seed: string;
  rounds: number;
  reshuffles: number;
  moves: number;
  text: string;
}

/** Ask for a table against bots, dealt at once. A guest is made unless a token is sent along. */
export interface QuickPlay {
  /** A person's name: 1 to 24 letters, digits and plain signs. */
  name?: string;
  /** An edition that ships. Left out: `"classic"`. */
  edition?: string;
  /** The text of an edition's file, to play one of your own. */
  edition_file?: string;
  /** A preset of options. Left out: `"official"`. */
  preset?: string;
  /** Options by name. Left out: `{}`. */
  options?: Record<string, boolean | number | string>;
  /** How many seats a table has. Left out: `4`. */
  seats?: number;
  /** How well a bot plays. Left out: `"normal"`. */
  level?: string;
  /** Time for a decision in seconds; 0: as long as one likes. Left out, one may take one's time: there are only bots to wait. Left out: `0`. */
  move_seconds?: number;
}

/** Where the game is, and the guest if one was made. */
export interface QuickPlayMade {
  /** A table's short code, as in its link. */
  code: string;
  link: string;
  guest: string;
  name: string;
  token?: string | null;
}

/** Why a move is better than another: `advice.CODE` in the catalogues has the words. */
export interface ReasonShown {
  code: string;
  /** What the words mention: `seat` (`player` in words), `card`, `color`, `amount`, `percent`, `other`. */
  params: Record<string, number | string>;
}

/** A command was not carried out; nothing has changed. */
export interface Refused {
  type: "refused";
  /** None: the message could not be read so far. */
  id: string | null;
  /** A word for programs, see docs/protocol.md. */
  reason: string;
  /** A sentence for people. */
  text: string;
  revision?: number | null;
  rule?: string | null;
  first?: First | null;
  /** With `bad_setup`, if it is one of the ways people can choose wrongly. */
  trouble?: SetupTrouble | null;
}

/** Take a bot away. The host's. */
export interface RemoveBot {
  type: "remove_bot";
  /** Chosen by the client; answers repeat it. */
  id: string;
  /** A seat, from 0. */
  seat: number;
}

/** A round of a finished match, step by step. */
export interface Replay {
  match: MatchShown;
  round: number;
  /** Through whose eyes; nobody's: every card is open. */
  seat: number | null;
  edition: EditionShown;
  frames: Frame[];
}

/** Ask for a fresh `welcome`, which comes before the answer: what came after `since`, and the view. */
export interface Resync {
  type: "resync";
  /** Chosen by the client; answers repeat it. */
  id: string;
  since?: number | null;
}

/** A reviewed match. Lists are by seat unless they say otherwise. */
export interface Review {
  format: string;
  version: number;
  edition: string;
  /** The set of card pictures. */
  theme: string;
  options: Record<string, unknown>;
  /** Their names; "" for a seat without one. */
  players: string[];
  finished: boolean;
  winners: number[];
  scores: number[];
  seed: number;
  effort: ReviewEffort;
  rounds: ReviewRound[];
  /** The largest of all rounds, largest first. */
  turning_points: ReviewTurn[];
  summary: ReviewSummary[];
  /** Names that a custom edition gives its cards, by face and language. */
  titles: Record<string, Record<string, string>>;
  /** The title of a custom edition, by language. */
  edition_title: Record<string, string>;
}

/** How many rollouts each estimate has: the chances at a step, the first look at a decision's choices, the final comparison. */
export interface ReviewEffort {
  chances: number;
  sift: number;
  judge: number;
}

/** Half the 95 % interval of each part of a summary. */
export interface ReviewMargins {
  deal: number;
  draws: number;
  own: number;
  others: number;
  /** Of deal and draws together. */
  luck: number;
  /** 0 for a round that is over. */
  result: number;
  at_stake: number;
}

/** A move that was clearly worse than another, as far as its player could know, or a claim that was not made. The decision was made at the step before. */
export interface ReviewMistake {
  round: number;
  step: number;
  seat: number;
  fault: "choice" | "foul" | "uncalled" | "unclaimed";
  /** `review.grade.*` */
  grade: "blunder" | "mistake";
  /** Null if the mistake is a catch or a cut that was not made. */
  sentence: string | null;
  /** Null if any legal move was better. */
  better: string | null;
  chance: Chance;
  better_chance: Chance;
  /** What the better move would have added to the chance. */
  gain: number;
  /** Half the 95 % interval of the gain. */
  margin: number;
  reason: ReasonShown;
  /** With the hands as they were the move gained, which its player could not know. */
  went_well: boolean;
}

/** A reviewed round. */
export interface ReviewRound {
  round: number;
  dealer: number;
  over: boolean;
  /** Null if the round is void or not over. */
  winner: number | null;
  /** What it added to the scores. */
  points: number[];
  scores: number[];
  /** Everybody's chance before the deal. */
  start: number;
  steps: ReviewStep[];
  mistakes: ReviewMistake[];
  turning_points: ReviewTurn[];
  summary: ReviewSummary[];
}

/** How far the review of a finished match is, and the review itself when it is done. */
export interface ReviewShown {
  state: ReviewState;
  /** Of the computation, from 0 to 1. */
  progress: number;
  /** How many other reviews come before it. */
  ahead: number;
  review: Review | null;
}

/** The chances after a step of a round, by seat. Steps are the frames of a replay: 0 is the deal. */
export interface ReviewStep {
  round: number;
  step: number;
  /** Who moved; null for the deal. */
  seat: number | null;
  sentence: string | null;
  foul: boolean;
  chances: number[];
  low: number[];
  high: number[];
  /** What the move itself changed. */
  play: number[];
  /** What the cards it brought changed. */
  luck: number[];
}

/** One seat in a round or in the match: start + deal + draws + own + others = result. */
export interface ReviewSummary {
  seat: number;
  rounds: number;
  start: number;
  /** Luck: the hand that was dealt. */
  deal: number;
  /** Luck: cards drawn, by anybody. */
  draws: number;
  /** Skill: own moves. */
  own: number;
  /** Everybody else's moves. */
  others: number;
  result: number;
  /** Moves with a real choice. */
  decisions: number;
  /** The difference between the best and the worst choice, added up. Estimates err, so the sum can be negative. */
  at_stake: number;
  /** What the moves lost against the best ones, added up. It can be negative for the same reason. */
  loss: number;
  /** Without the blunders. */
  mistakes: number;
  blunders: number;
  margins: ReviewMargins;
  /** deal + draws */
  luck: number;
  /** loss / decisions, at least 0; null without decisions. */
  average_loss: number | null;
  /** 1 - loss / at_stake, from 0 to 1; null where the error of the estimates is too large a part of what was at stake. */
  accuracy: number | null;
}

/** A turning point: a step that changed much, and what changed it. */
export interface ReviewTurn {
  round: number;
  step: number;
  /** Who moved; null for the deal. */
  seat: number | null;
  sentence: string | null;
  cause: "luck" | "play";
  /** `review.turn.*` */
  code: "gained" | "helped" | "hit" | "lost" | "lucky" | "lucky_others" | "unlucky" | "unlucky_others" | "void" | "won";
  /** The seat whose chance it is about. */
  subject: number;
  /** What the cause changed of the subject's chance; the whole step if it ended the round. */
  change: number;
  /** What the whole step changed for the subject. */
  whole: number;
  /** How much chance the whole step moved from some seats to others. */
  swing: number;
  /** Who drew cards. */
  drew: number[];
}

/** Who sits where. */
export interface SeatShown {
  kind: SeatKind;
  name?: string | null;
  level?: string | null;
  /** A bot plays for the person until they are back. Left out: `false`. */
  stand_in?: boolean;
  /** The person has left for good; the seat is free after the match. Left out: `false`. */
  left?: boolean;
}

/** Show an emote to the table. */
export interface SendEmote {
  type: "emote";
  /** Chosen by the client; answers repeat it. */
  id: string;
  emote: Emote;
}

/** What is played at a table and how, as its host chooses it. */
export interface Setup {
  /** An edition that ships. Left out: `"classic"`. */
  edition?: string;
  /** The text of an edition's file, to play one of your own. Played instead of `edition` if it is there. */
  edition_file?: string;
  /** A preset of options. Left out: `"official"`. */
  preset?: string;
  /** Options by name. Left out: `{}`. */
  options?: Record<string, boolean | number | string>;
  /** How many seats a table has. Left out: `4`. */
  seats?: number;
  /** Time for a decision in seconds; 0: as long as one likes. Left out, the server's own defaults are taken. */
  move_seconds?: number;
  /** How long a bot takes to answer, in milliseconds. */
  bot_pause_ms?: number;
  /** Shown in the lobby; otherwise whoever has the link can come. Left out: `false`. */
  public?: boolean;
  /** Whether people may ask what the search thinks of their moves. Left out: `false`. */
  hints?: boolean;
}

/** A table's setup as it is in force, with everything filled in. */
export interface SetupShown {
  edition: string;
  /** Whose pictures the cards have: the edition's own if it ships, else `classic`. */
  theme: string;
  /** Whether the edition is the host's own; its file is at `/api/tables/{code}/edition`. */
  own_edition: boolean;
  preset: string;
  /** Those that differ from the official rules. */
  options: Record<string, unknown>;
  seats: number;
  move_seconds: number;
  bot_pause_ms: number;
  public: boolean;
  /** Whether people may ask what the search thinks of their moves. */
  hints: boolean;
}

/** What is wrong with a setup, so that it can be shown where it was chosen, in the reader's language. */
export interface SetupTrouble {
  /** A word: `hand_size` `players` `value` `no_meaning` `taken`. The catalogues have a sentence for it, `setup.<kind>`. */
  kind: string;
  /** The option it is about, or `players`. */
  field: string;
  rule: string;
  /** What the sentence names. */
  values: Record<string, number | string>;
}

/** The hand a challenger was shown. */
export interface ShownHand {
  seat: number;
  hand: string[];
}

/** Take a seat, or move to it; without a number the first free one. */
export interface Sit {
  type: "sit";
  /** Chosen by the client; answers repeat it. */
  id: string;
  seat?: number | null;
}

/** Begin the match, or the next one: a rematch. The host's. Every seat must be taken. */
export interface Start {
  type: "start";
  /** Chosen by the client; answers repeat it. */
  id: string;
}

/** Let two seats change places. The host's; others may swap their own seat with a bot's or a free one. */
export interface Swap {
  type: "swap";
  /** Chosen by the client; answers repeat it. */
  id: string;
  /** A seat, from 0. */
  a: number;
  /** A seat, from 0. */
  b: number;
}

/** Where the new table is. */
export interface TableMade {
  /** A table's short code, as in its link. */
  code: string;
  link: string;
}

/** What everybody may know about a table; of cards, only those laid open for the count. */
export interface TableShown {
  /** A table's short code, as in its link. */
  code: string;
  status: Status;
  setup: SetupShown;
  seats: SeatShown[];
  /** Whose the table is; nobody's while no person sits at it. */
  host: number | null;
  /** The number of the current match, or of the last; 0 before the first. */
  match: number;
  /** The hash that binds the current match's shuffles (docs/fairness.md). */
  commitment: string | null;
  /** Which matches are over: their records are open to all. */
  finished: number[];
  /** What is taught here; a lesson's matches are not listed. */
  lesson: LessonShown | null;
  /** Where the first match of this table goes on from, if it was not dealt. It has no commitment, record or proof. */
  origin: Origin | null;
  /** The hands as they were counted, by seat; only while a round is over. */
  hands: string[][] | null;
}

/** Something happened. `view` is the whole truth after it; `events` tell how it came about. */
export interface Update {
  type: "update";
  /** The number of the last thing that happened at a table. */
  revision: number;
  /** What: `moved`, `dealt`, `committed`, or a change at the table such as `sat`. */
  what: string;
  did?: Did | null;
  /** Left out: `[]`. */
  events?: EventShown[];
  view?: View | null;
  /** Comes with `view`: the card that lies on the top card, laid with it (AVG-01). It does not match; `view.color` does. */
  laid?: string | null;
  /** The table, if anything about it has changed. */
  table?: TableShown | null;
  /** Who you are, if that has changed. */
  you?: You | null;
  clock?: Clock | null;
}

/** What one seat, or a spectator, may see (docs/notation.md). */
export interface View {
  edition: string;
  options: Record<string, unknown>;
  discard: string[];
  color: string | null;
  turn: number | null;
  direction: number;
  dealer: number;
  scores: number[];
  boost: string | null;
  called: number[];
  open: number[];
  cut: string | null;
  cut_count: number;
  passes: number;
  moves: number;
  over: boolean;
  winner: number | null;
  points: number[];
  match_winners: number[] | null;
  seat: number | null;
  hands: (string[] | null)[];
  sizes: number[];
  pile_size: number;
  pending: Pending | null;
  drawn: string | null;
  shown: ShownHand | null;
  /** Not in a spectator's view. */
  legal?: string[];
  /** Next card first; only in the replay of a finished match with every card open. */
  pile?: string[];
}

/** The answer to `hello` and `resync`: how things stand, and what was missed. */
export interface Welcome {
  type: "welcome";
  version: number;
  /** The number of the last thing that happened at a table. */
  revision: number;
  you: You;
  table: TableShown;
  /** Nothing before the first deal. */
  view: View | null;
  clock: Clock | null;
  /** What came after `since`, without views. Nothing if that is too long ago: then take the view alone. */
  missed: Update[];
  /** Whether `missed` has all that came after `since`. */
  complete: boolean;
  /** Who is here, by seat, and how many watch. */
  here: boolean[];
  spectators: number;
  /** The current round so far, from its deal, without views; of a very long one the latest part. For the log of a client that knows nothing of it: empty if `missed` is complete. */
  log: Update[];
  /** The card that lies on the top card, laid with it (AVG-01). It does not match; `view.color` does. */
  laid: string | null;
}

/** Ask what would come of a move, without playing it. */
export interface Why {
  type: "why";
  /** Chosen by the client; answers repeat it. */
  id: string;
  /** A move as docs/notation.md writes it. */
  move: string;
}

/** Who the one who is told is at this table. */
export interface You {
  /** None watches without a token. */
  guest: string | null;
  name: string | null;
  seat: number | null;
  host: boolean;
}

/** What a client says. */
export type Command =
  | Hello
  | Move
  | Why
  | Hint
  | Sit
  | Leave
  | AddBot
  | RemoveBot
  | Swap
  | Kick
  | HandOver
  | Configure
  | Start
  | NextRound
  | Pace
  | AllowHints
  | Hurry
  | Back
  | SendEmote
  | Mute
  | Resync
  | Ping;

/** What the server says. */
export type Message =
  | Update
  | Welcome
  | Done
  | Refused
  | Because
  | Hints
  | Presence
  | Emoted
  | Preparing
  | Bye;
