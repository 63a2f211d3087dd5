import { COURTESY } from "./check-in";
import { combined, type Guess, mixed } from "./guess";

/** Of those who join nearly all come, or most do not: nothing is known before the first are called. */
const UNKNOWN: Guess = { mean: 0.62, error: 0.32 };
/**
 * The variance between those who joined in one minute and those of another until batches have shown it, as a share of
 * the mean squared: the more are absent the more they differ, and a little where none was yet.
 */
const BETWEEN = 0.09;
const LEAST_ABSENT = 0.08;
/** By how much the shares of two runs of an event differ. */
const BETWEEN_RUNS = 0.1;
/** Fewer say too little. */
const BATCH_NUMBERS = 30;
const BATCH_MS = 60_000;
/** Each batch is worth so much of the next. */
const KEPT = 0.9;
const MOST_MARKS = 24;
/** What several guesses have in common and none of them knows. */
const LEAST_ERROR = 0.01;

/** What one look at a lane says of who will come. Numbers are running numbers. */
export type Crowd = {
  readonly atMs: number;
  readonly last: number;
  readonly serving: number;
  /** Numbers behind the serving number that somebody was given. */
  readonly ahead: number;
  /** Who of them has not left, and who of those has checked in lately. */
  readonly waiting: number;
  readonly present: number;
  /** Who was called in this run and was not there. */
  readonly noShows: number;
};

/** Who of those called was there, by when they had joined; of a fixed size. */
export type Shows = {
  /** The last number at moments a minute apart, or more: a batch lies between two of them. */
  marks: readonly { readonly atMs: number; readonly last: number }[];
  /** Of the batch that is called now. */
  called: number;
  came: number;
  /** The shares of the batches before. */
  batches: number;
  sum: number;
  squares: number;
  /** What was known before: of the run before, or of none. */
  readonly usual: Guess;
};

/** Nothing of this run is known. `before` is what was seen of the run before it; null for no run. */
export function emptyShows(before: Shows | null = null): Shows {
  const usual = before === null ? UNKNOWN : usualAfter(before);
  return { marks: [], called: 0, came: 0, batches: 0, sum: 0, squares: 0, usual };
}

/** Runs of one event are alike. */
function usualAfter(before: Shows): Guess {
  const { mean, error } = everybody(before).share;
  return { mean, error: Math.hypot(error, BETWEEN_RUNS) };
}

/** Notes a look; `before` is the one before it, null for the first. */
export function noteCrowd(shows: Shows, before: Crowd | null, now: Crowd): void {
  noteMark(shows, now);
  if (before === null) {
    if (now.serving >= BATCH_NUMBERS) endBatch(shows, now.serving, now.serving - now.noShows);
    return;
  }
  const called = Math.max(0, now.serving - before.serving) * keptOf(now);
  shows.called += called;
  shows.came += Math.max(0, called - Math.max(0, now.noShows - before.noShows));
  const isPassed = shows.marks.some(({ last }) => last > before.serving && last <= now.serving);
  if (!isPassed || shows.called < BATCH_NUMBERS) return;
  endBatch(shows, shows.called, shows.came);
  Object.assign(shows, { called: 0, came: 0 });
}

function noteMark(shows: Shows, { atMs, last }: Crowd): void {
  const newest = shows.marks[shows.marks.length - 1];
  if (newest !== undefined && atMs - newest.atMs < BATCH_MS) return;
  const marks = [...shows.marks, { atMs, last }];
  shows.marks = marks.length > MOST_MARKS ? marks.filter((_, index) => index % 2 === 0) : marks;
}

/** What chance alone makes shares differ by is left out. */
function endBatch(shows: Shows, called: number, came: number): void {
  const share = Math.max(0, came / called);
  shows.batches = KEPT * shows.batches + 1;
  shows.sum = KEPT * shows.sum + share;
  shows.squares = KEPT * shows.squares + share ** 2 - (share * (1 - share)) / called;
}

/** Which share of the numbers ahead somebody will enter with. */
export function showShare(shows: Shows, crowd: Crowd): Guess {
  const { marks } = shows;
  const { ahead, last, serving } = crowd;
  const { share, between } = everybody(shows);
  const batchEnd = marks.find((mark) => mark.last > serving)?.last ?? last;
  const later = Math.max(1, marks.filter((mark) => mark.last > batchEnd).length);
  const others = { ...share, error: Math.hypot(share.error, Math.sqrt(between / later)) };
  const inBatch = ahead > 0 ? Math.min(1, (batchEnd - serving) / ahead) : 1;
  const came = mixed(sameBatch(shows, share, between), others, inBatch);
  const kept = keptOf(crowd);
  return withCheckIns(shows, crowd, { mean: kept * came.mean, error: kept * came.error });
}

/** Which share came of those whom a run has called: all that is known of it without having watched. */
export function shareInRun(called: number, noShows: number): Guess {
  const shows = emptyShows();
  if (called >= BATCH_NUMBERS) endBatch(shows, called, called - noShows);
  return everybody(shows).share;
}

/** The share of whoever joins this event, and the variance between batches. */
function everybody({ called, came, batches, sum, squares, usual: known }: Shows) {
  const isKnown = called >= BATCH_NUMBERS;
  const own = isKnown ? came / called : 0;
  const count = batches + Number(isKnown);
  if (count === 0) return { share: known, between: BETWEEN * known.mean ** 2 * (1 - known.mean) };
  const total = sum + own;
  const mean = total / count;
  const usual = BETWEEN * mean ** 2 * Math.max(LEAST_ABSENT, 1 - mean);
  const noise = isKnown ? (own * (1 - own)) / called : 0;
  const seen = Math.max(0, squares + own ** 2 - noise - total ** 2 / count);
  const between = (seen + usual) / Math.max(1, count);
  const error = Math.sqrt(between / count) + LEAST_ERROR;
  return { share: combined(known, { mean, error }), between };
}

/** The share of the batch that is called now. */
function sameBatch(
  { called, came, batches, usual: known }: Shows,
  share: Guess,
  between: number,
): Guess {
  const before = batches > 0 ? share.error : known.error;
  const usual = { mean: share.mean, error: Math.hypot(before, Math.sqrt(between)) };
  if (called <= 0) return usual;
  const own = came / called;
  const least = 4 / (called + BATCH_NUMBERS);
  const noise = (Math.max(own * (1 - own), least) * (1 + BATCH_NUMBERS / called)) / called;
  return combined(usual, { mean: own, error: Math.sqrt(noise) });
}

/** Who is there has checked in since: known of those who joined longer ago than a check-in counts. */
function withCheckIns({ marks }: Shows, crowd: Crowd, guess: Guess): Guess {
  const { atMs, ahead, serving, present } = crowd;
  const sinceMs = atMs - 1_000 * COURTESY.mostSeconds;
  const lastThen = marks.findLast((mark) => mark.atMs <= sinceMs)?.last ?? 0;
  const old = Math.min(ahead, lastThen - serving);
  if (old <= 0) return guess;
  const recent = ahead - old;
  const kept = keptOf(crowd);
  const here = Math.min(1, Math.max(0, (present - recent * kept) / old));
  const unsure = ((1 - kept) * recent) / old / 2;
  const error = LEAST_ERROR + unsure + 0.5 / Math.sqrt(old);
  return mixed(combined(guess, { mean: here, error }), guess, old / ahead);
}

/** Which share of those ahead has not said that they leave. */
function keptOf({ ahead, waiting }: Crowd): number {
  return ahead > 0 ? Math.min(1, Math.max(LEAST_ERROR, waiting / ahead)) : 1;
}
