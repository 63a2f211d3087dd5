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
  /** What of it varies; nothing where it is left out. */
  readonly spread?: Spread;
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

/** By how much a line may go otherwise than it does now. */
export type Spread = {
  /** So many more or fewer may join in a minute. */
  readonly joinsPerMinute: number;
  /** Which share of the outflow is admitted at least, as far as it was seen; and at most, where a governor holds some back. */
  readonly slots: { readonly least: number; readonly most: number };
};

/** What becomes of a line if visitors go on joining as they do now. */
export type Projection = {
  /** By how many it grows in a minute now; 0 where it does not. */
  readonly growsPerMinute: number;
  readonly outcome: Outcome;
  /** The same if no-shows, joins and outflow turn out well or badly for the line; one of them where nothing varies. */
  readonly best: Outcome;
  readonly worst: Outcome;
};

export type Outcome =
  /** Nobody waits, and visitors are let in as fast as they come. */
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

/** Who waits and is not there lets the line go faster; how many those are, nobody knows before they are called. */
type Luck = "best" | "middle" | "worst";

const HORIZON_MS = 86_400_000;

type State = { atMs: number; waiting: number; free: number; left: number };
type Speed = { readonly admitted: number; readonly net: number; readonly leaving: number };

/**
 * When nobody waits any more, or how many are left at the end: by the pace that the expected wait is told by, with the
 * no-shows of this run, the outflow as it is planned, the active cap and what is left to give away. `best` is never
 * later than `outcome`, and `worst` never sooner.
 */
export function projectLine(line: ProjectedLine): Projection {
  const state = stateOf(line);
  const growth = -changePerSecond(speedOf(line, state, line.outflow[0].perMinute), line.waiting);
  return {
    growsPerMinute: Math.max(0, Math.round(growth * 60)),
    outcome: outcomeOf(line),
    best: outcomeOf({ ...withLuck(line, "best"), luck: "best" }),
    worst: outcomeOf({ ...withLuck(line, "worst"), luck: "worst" }),
  };
}

type LuckyLine = ProjectedLine & { readonly luck?: Luck };

function withLuck(line: ProjectedLine, luck: "best" | "worst"): ProjectedLine {
  const { spread, joinsPerMinute } = line;
  if (spread === undefined) return line;
  const [sign, share] = luck === "best" ? [-1, spread.slots.most] : [1, spread.slots.least];
  const [now, ...later] = line.outflow.map(({ fromMs, perMinute }) => ({
    fromMs,
    perMinute: perMinute * share,
  }));
  return {
    ...line,
    joinsPerMinute: Math.max(0, joinsPerMinute + sign * spread.joinsPerMinute),
    outflow: [now ?? line.outflow[0], ...later],
  };
}

function stateOf({ atMs, waiting, seats, admissionsLeft }: ProjectedLine): State {
  const free = seats?.free ?? Number.POSITIVE_INFINITY;
  return { atMs, waiting, free, left: admissionsLeft ?? Number.POSITIVE_INFINITY };
}

function outcomeOf(line: LuckyLine): Outcome {
  const { atMs, outflow, endAtMs } = line;
  const state = stateOf(line);
  const untilMs = Math.min(endAtMs ?? Number.POSITIVE_INFINITY, atMs + HORIZON_MS);
  for (const [index, { fromMs, perMinute }] of outflow.entries()) {
    const toMs = Math.min(untilMs, outflow[index + 1]?.fromMs ?? untilMs);
    if (fromMs >= untilMs) break;
    const outcome = passThrough(line, state, { perMinute, toMs });
    if (outcome !== null) return outcome;
  }
  return untilMs === endAtMs ? leftOver(state, "end") : { type: "beyond" };
}

/** Moves a line on to a moment until which one outflow holds; an outcome where it comes before. */
function passThrough(
  line: LuckyLine,
  state: State,
  { perMinute, toMs }: { readonly perMinute: number; readonly toMs: number },
): Outcome | null {
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
  { joinsPerMinute, shows, seats, luck = "middle" }: LuckyLine,
  state: State,
  perMinute: number,
): Speed {
  const bySeats = seats === null || state.free > 0 ? Number.POSITIVE_INFINITY : 1 / seats.each;
  const admitted = Math.min(slotsPerSecond(perMinute), bySeats);
  const [fast, slow, , leaving] = peoplePace(admitted * LINE.bucketSeconds, shows);
  const middle = admitted === 0 ? 0 : 2 / (1 / fast + 1 / slow);
  const called = { best: fast, middle, worst: slow }[luck];
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

function leftOver({ atMs, waiting }: State, by: "end" | "supply"): Outcome {
  return { type: "left", by, atMs: Math.round(atMs), waiting: Math.round(waiting) };
}
