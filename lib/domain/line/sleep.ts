import { distanceTo } from "./distance";
import { SOON_MS } from "./promise";
import type { PublicLine } from "./public-line";

/** Whoever looks at the page sees news at least this often. */
const WATCHED_MS = 60_000;
/** Well within what `PROMISE_MS` covers. */
const LONGEST_MS = 120_000;
/** The serving number cannot come near within this time: a page that nobody touches may sleep longer. */
const FAR_MS = 60_000;
/** The longest sleeps are shorter by up to this share, so that browsers stay spread. */
const SHORTER = 0.03;
/** So few visitors away from the front every second counts, however small the outflow is. */
const FRONT = 10;
/** A browser says that it is there from so many times `near` on. The line listens from twice `near` on. */
const NEARING = 1.5;

/** True where a browser says that it is there. */
export function isNearing(line: PublicLine, distance: number): boolean {
  return distance <= NEARING * line.near;
}

/**
 * How long a browser sleeps before it reads `line.json` again. The speed limit of the serving number is
 * published and kept for as long as anybody may sleep upon it (`promise.ts`), so the shortest time
 * until something can happen is known: until the serving number comes near, and from there on until
 * this number is called. Nobody sleeps longer than that and 2 s; at the very front it is 1 to 1.5 s. A visible page
 * that is not minutes away or was touched lately is at most a minute old, any other two. Before the line moves a browser
 * wakes within two seconds of each moment at which it goes on.
 * `random` is in [0, 1) and spreads browsers evenly.
 */
export function sleepMs(input: {
  readonly line: PublicLine;
  /** Null before the visitor has a number. */
  readonly number: number | null;
  readonly hidden: boolean;
  /** Visible, and touched lately. */
  readonly watched: boolean;
  readonly random: number;
}): number {
  const { line, number, hidden, watched, random } = input;
  const jitter = 0.9 + 0.2 * random;
  const untilNextMs = (line.nextAt ?? 0) - line.now;
  if (untilNextMs > 0)
    return Math.min(unannouncedMs(input) * jitter, untilNextMs + 1_000 + 1_000 * random);
  if (number === null && line.phase === "rejected") return 60_000 * jitter;
  if (number === null || line.phase === "drawing") return 5_000 * jitter;
  if (line.method === "random") return 15_000 * jitter;
  const distance = distanceTo(line, number);
  if (distance <= FRONT) return 1_000 + 500 * random;
  const untilNews = isNearing(line, distance) ? distance : distance - line.near;
  const soonestMs = soonestAfterMs(line, untilNews);
  const isLooked = watched || (!hidden && soonestMs <= FAR_MS);
  const longestMs = isLooked ? WATCHED_MS : LONGEST_MS;
  const asleepMs = soonestMs * (0.95 + 0.05 * random) + 1_500 + 500 * random;
  return Math.min(asleepMs, longestMs * (1 - SHORTER * random));
}

/**
 * Before the line moves an operator may start it at any moment. Whoever has no number joins soon after that, and those
 * who are called first hear of it before they count as absent.
 */
function unannouncedMs({ line, number, hidden }: Parameters<typeof sleepMs>[0]): number {
  if (number === null) return hidden ? 60_000 : 15_000;
  return isNearing(line, distanceTo(line, number)) ? 3_000 : 60_000;
}

/** The shortest time in which the serving number can move so far, by what the line has published. */
function soonestAfterMs({ speed, speedSoon = speed }: PublicLine, numbers: number): number {
  const beyond = numbers - (speedSoon * SOON_MS) / 1_000;
  return beyond <= 0 ? (numbers / speedSoon) * 1_000 : SOON_MS + (beyond / speed) * 1_000;
}
