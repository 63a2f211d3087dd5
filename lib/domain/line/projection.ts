import { peoplePace } from "./pace";
import { LINE, slotsPerSecond } from "./rates";
import type { SeatsLeft } from "./seats-left";

/** From a moment on so many are let in per minute. */
export type OutflowFrom = { readonly fromMs: number; readonly perMinute: number };

/** What a projection needs to know of a line at one moment of line time. */
export type ProjectedLine = {
  readonly atMs: number;
  /** Who waits and is there, in all lanes. */
  readonly waiting: number;
  readonly joinsPerMinute: number;
  /** The first one holds now, in order of time. */
  readonly outflow: readonly [OutflowFrom, ...OutflowFrom[]];
  /** How many this run has called, and how many of those were not there. */
  readonly shows: { readonly called: number; readonly noShows: number };
  /** What the active cap leaves; null without one. */
  readonly seats: SeatsLeft | null;
  /** How many more may go in before stock or manual slots run out; null where nothing is counted. */
  readonly admissionsLeft: number | null;
  readonly endAtMs: number | null;
};

/** What becomes of a line if visitors go on joining as they do now. */
export type Projection = {
  /** By how many it grows in a minute now; 0 where it does not. */
  readonly growsPerMinute: number;
  readonly outcome: /** Nobody waits, and visitors are let in as fast as they come. */
    | { readonly type: "empty" }
    | { readonly type: "clears"; readonly atMs: number }
    /** People still wait when the event ends, or when nothing is left for them. */
    | {
        readonly type: "left";
        readonly by: "end" | "supply";
        readonly atMs: number;
        readonly waiting: number;
      }
    /** Not within a day. */
    | { readonly type: "beyond" };
};

const HORIZON_MS = 86_400_000;

type State = { atMs: number; waiting: number; free: number; left: number };
type Speed = { readonly admitted: number; readonly net: number; readonly leaving: number };

/**
 * When nobody waits any more, or how many are left at the end: by the pace that the expected wait is told by, with the
 * no-shows of this run, the outflow as it is planned, the active cap and what is left to give away.
 */
export function projectLine(line: ProjectedLine): Projection {
  const { atMs, waiting, outflow, endAtMs } = line;
  const state: State = {
    atMs,
    waiting,
    free: line.seats?.free ?? Number.POSITIVE_INFINITY,
    left: line.admissionsLeft ?? Number.POSITIVE_INFINITY,
  };
  const growth = -changePerSecond(speedOf(line, state, outflow[0].perMinute), waiting) * 60;
  const growsPerMinute = Math.max(0, Math.round(growth));
  const untilMs = Math.min(endAtMs ?? Number.POSITIVE_INFINITY, atMs + HORIZON_MS);
  for (const [index, { fromMs, perMinute }] of outflow.entries()) {
    const toMs = Math.min(untilMs, outflow[index + 1]?.fromMs ?? untilMs);
    if (fromMs >= untilMs) break;
    const outcome = passThrough(line, state, { perMinute, toMs });
    if (outcome !== null) return { growsPerMinute, outcome };
  }
  if (untilMs !== endAtMs) return { growsPerMinute, outcome: { type: "beyond" } };
  return { growsPerMinute, outcome: leftOver(state, "end") };
}

/** Moves a line on to a moment until which one outflow holds; an outcome where it comes before. */
function passThrough(
  line: ProjectedLine,
  state: State,
  { perMinute, toMs }: { readonly perMinute: number; readonly toMs: number },
): Projection["outcome"] | null {
  while (state.atMs < toMs) {
    if (state.left < 1 && state.waiting >= 1) return leftOver(state, "supply");
    const speed = speedOf(line, state, perMinute);
    if (state.waiting < 1 && speed.net >= 0 && speed.admitted > 0) {
      return state.atMs === line.atMs ? { type: "empty" } : { type: "clears", atMs: state.atMs };
    }
    const toEmpty = secondsToEmpty(speed, state.waiting);
    const seconds = Math.min(
      (toMs - state.atMs) / 1_000,
      toEmpty,
      ...[state.free, state.left].map((count) => (count > 0 ? count / speed.admitted : Infinity)),
    );
    advance(state, speed, seconds);
    if (seconds === toEmpty) return { type: "clears", atMs: Math.round(state.atMs) };
  }
  return null;
}

/** Slots come by the outflow, and once all seats are taken no faster than visits end. */
function speedOf(
  { joinsPerMinute, shows, seats }: ProjectedLine,
  state: State,
  perMinute: number,
): Speed {
  const bySeats = seats === null || state.free > 0 ? Number.POSITIVE_INFINITY : 1 / seats.each;
  const admitted = Math.min(slotsPerSecond(perMinute), bySeats);
  const [fast, slow, , leaving] = peoplePace(admitted * LINE.bucketSeconds, shows);
  const called = admitted === 0 ? 0 : 2 / (1 / fast + 1 / slow);
  return { admitted, net: called - joinsPerMinute / 60, leaving };
}

/** By how much fewer wait, in a second. */
function changePerSecond({ net, leaving }: Speed, waiting: number): number {
  return net + leaving * waiting;
}

/** Of those who wait a share leaves every moment, as in the expected wait. */
function secondsToEmpty({ net, leaving }: Speed, waiting: number): number {
  return net > 0 ? Math.log1p((leaving * waiting) / net) / leaving : Number.POSITIVE_INFINITY;
}

function advance(state: State, { admitted, net, leaving }: Speed, seconds: number): void {
  const rest = net / leaving;
  state.waiting = Math.max(0, (state.waiting + rest) * Math.exp(-leaving * seconds) - rest);
  state.free = spent(state.free, admitted * seconds);
  state.left = spent(state.left, admitted * seconds);
  state.atMs += seconds * 1_000;
}

/** What is nearly nothing is nothing. */
function spent(count: number, by: number): number {
  return count - by < 1e-6 ? 0 : count - by;
}

function leftOver({ atMs, waiting }: State, by: "end" | "supply"): Projection["outcome"] {
  return { type: "left", by, atMs: Math.round(atMs), waiting: Math.round(waiting) };
}
