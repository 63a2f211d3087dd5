import type { Observation } from "@/rehearsal/crowd/observation";
import { round } from "@/simulation/statistics";
import { reportCrowd, reportPlaces } from "../crowd/report";
import { inForce, type Seen } from "../shared/history";
import { maxActiveRatio, maxSlidingRatio, type Seat } from "../shared/measures";
import type { Say } from "./aftermath";

/** The line learns a little later than the observer who has left: it is full before the observer counts as many. */
const NEAR = 0.9;

export type Leaves = Map<string, number>;

export type Admission = { readonly queueId: string; readonly admittedAtMs: number };

/** What was seen of one event. Times are line time. */
export type SeenEvent = {
  readonly seen: readonly Observation[];
  /** As read from the stream and from Postgres. */
  readonly admitted: readonly Admission[];
  readonly validitySeconds: number;
  readonly outflow: readonly Seen<number>[];
  readonly cap: readonly Seen<number | null>[];
  /** The cap and the stock that were in force all the time; null where there was none. */
  readonly activeCap: number | null;
  readonly stock: number | null;
  readonly seatMs: number;
  readonly leaves: Leaves;
};

export type SaleFigures = ReturnType<typeof figuresOfOne>;

const LOST_PLACES = ["placesLost", "doubledNumbers", "doubleAdmissions"] as const;
export const LOSSES = [...LOST_PLACES, "maxSlidingRatio"] as const;

/** What an observer says of events: of ratios the largest, of everything else the sum. Above 1 a ratio is a violation. */
export function figuresOf(events: readonly SeenEvent[]): SaleFigures {
  const each = events.map(figuresOfOne);
  return combine(each, (name, values) =>
    name.endsWith("Ratio") ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0),
  );
}

/** Of each of these figures the largest over several runs. */
export function mostOf<Name extends string>(
  runs: readonly Readonly<Record<Name, number>>[],
  names: readonly Name[],
): Record<Name, number> {
  const picked = runs.map((run) => pick(run, names));
  return combine(picked, (_name, values) => Math.max(...values));
}

export function pick<Name extends string>(
  figures: Readonly<Record<Name, number>>,
  names: readonly Name[],
): Record<Name, number> {
  // The names are those of `names`.
  return Object.fromEntries(names.map((name) => [name, figures[name]])) as Record<Name, number>;
}

export function combine<Name extends string>(
  runs: readonly Record<Name, number>[],
  of: (name: Name, values: readonly number[]) => number,
): Record<Name, number> {
  // The names are those of each run.
  const names = Object.keys(runs[0] ?? {}) as Name[];
  const valuesOf = (name: Name) => runs.map((run) => run[name]);
  const combined = names.map((name) => [name, of(name, valuesOf(name))] as const);
  return Object.fromEntries(combined) as Record<Name, number>;
}

function figuresOfOne(event: SeenEvent) {
  const { seen, outflow, cap, activeCap, stock } = event;
  const admitted = [...event.admitted, ...byTokens(event, 500)];
  const times = admitted.map(({ admittedAtMs }) => admittedAtMs);
  const sold = seen.filter(({ tokenSeconds }) => tokenSeconds.length > 0).length;
  const report = reportCrowd(seen, { outflowPerMinute: 0, holes: [] });
  const isCapped = (at: number) => inForce(cap, at, at).every((value) => value !== null);
  return {
    ...reportPlaces(seen),
    doubleAdmissions: report.admittedTwice,
    maxSlidingRatio: round(maxSlidingRatio(times, outflow)),
    maxActiveRatio: round(maxActiveRatio(seatsOf(admitted, event), cap)),
    admittedWhileFull: activeCap === null ? 0 : countAtLeast(event, activeCap + 1),
    soldMoreThanStock: stock === null ? 0 : Math.max(0, sold - stock),
    visitors: seen.length,
    admissions: admitted.length,
    admissionsUnderCap: times.filter(isCapped).length,
    admissionsNearTheCap: activeCap === null ? 0 : countAtLeast(event, NEAR * activeCap),
    unsold: stock === null ? 0 : Math.max(0, stock - sold),
    neverAdmitted: report.neverAdmitted,
    visitorErrors: seen.flatMap(unexpectedErrors).length,
  };
}

/** That all is sold is what visitors are meant to read. */
export function unexpectedErrors({ errors }: Observation): string[] {
  return errors.filter((text) => !text.includes("soldOut"));
}

export function sayErrors(seen: readonly Observation[], say: Say): void {
  for (const text of timesEach(seen.flatMap(unexpectedErrors))) say(text);
}

/** Each text once, with how often it came. */
export function timesEach(texts: readonly string[]): string[] {
  return [...new Set(texts)].map((text) => {
    return `${texts.filter((other) => other === text).length} times: ${text}`;
  });
}

/** Known only by a visitor's token, since a loss took them before anybody read them; of those only the second is known. */
function byTokens({ admitted, seen, validitySeconds }: SeenEvent, atMs: number): Admission[] {
  const nameOf = (queueId: string, second: number) => `${queueId}:${second}`;
  const known = new Set(
    admitted.map(({ queueId, admittedAtMs }) => nameOf(queueId, Math.floor(admittedAtMs / 1_000))),
  );
  return seen.flatMap(({ queueIds: [queueId = ""], tokenSeconds }) =>
    tokenSeconds
      .map((second) => second - validitySeconds)
      .filter((second) => queueId !== "" && !known.has(nameOf(queueId, second)))
      .map((second) => ({ queueId, admittedAtMs: second * 1_000 + atMs })),
  );
}

/** One seat for each visitor: a renewal keeps it, and lets its lease begin anew. */
export function seatsOf(
  admitted: readonly Admission[],
  { leaves, seatMs }: Pick<SeenEvent, "leaves" | "seatMs">,
): Seat[] {
  const seats = new Map<string, Seat>();
  for (const { queueId, admittedAtMs } of admitted) {
    const held = seats.get(queueId);
    const leftAtMs = leaves.get(queueId) ?? Number.POSITIVE_INFINITY;
    seats.set(queueId, {
      takenAtMs: Math.min(held?.takenAtMs ?? Infinity, admittedAtMs),
      endsAtMs: Math.min(leftAtMs, Math.max(held?.endsAtMs ?? 0, admittedAtMs + seatMs)),
    });
  }
  return [...seats.values()];
}

/** Admissions whose moment is known and with which so many seats, or more, were surely taken. */
function countAtLeast(event: SeenEvent, least: number): number {
  const seats = seatsOf([...event.admitted, ...byTokens(event, 1_000)], event);
  const taken = seatsOf(event.admitted, event).map(({ takenAtMs }) => takenAtMs);
  const held = (at: number) => seats.filter((one) => one.takenAtMs <= at && one.endsAtMs > at);
  return taken.filter((at) => held(at).length >= least).length;
}
