import type { Observation } from "@/rehearsal/crowd/observation";
import { round } from "@/simulation/statistics";
import { reportCrowd, reportPlaces } from "../crowd/report";
import { always } from "../shared/history";
import { maxSlidingRatio } from "../shared/measures";
import { type Leaves, withTokens } from "./cap-figures";
import type { Admitted } from "./watch-line";

const UNCERTAIN_MS = 1_000;
/** The line learns a little later than the observer who has left: it is full before the observer counts as many. */
const NEAR = 0.9;

/** What was seen of one event. Times are line time. */
export type SeenEvent = {
  /** What each visitor went through. */
  readonly seen: readonly Observation[];
  /** As read from the stream and from Postgres. */
  readonly admitted: readonly Admitted[];
  readonly outflowPerMinute: number;
  readonly activeCap: number | null;
  readonly stock: number | null;
  readonly seatMs: number;
  readonly validitySeconds: number;
  readonly leaves: Leaves;
};

/** What an observer says of events that lived through failovers: nothing lost, nothing twice, nothing too much. */
export function failoverFigures(
  events: readonly SeenEvent[],
  measured: { readonly recoverySeconds: number; readonly lineTimeJumpSeconds: number },
) {
  const each = events.map(figuresOf);
  const sum = (name: keyof ReturnType<typeof figuresOf>) =>
    each.reduce((total, figures) => total + figures[name], 0);
  return {
    placesLost: sum("placesLost"),
    doubledNumbers: sum("doubledNumbers"),
    doubleAdmissions: sum("doubleAdmissions"),
    maxSlidingRatio: round(Math.max(...each.map((figures) => figures.maxSlidingRatio))),
    admittedWhileFull: sum("admittedWhileFull"),
    soldMoreThanStock: sum("soldMoreThanStock"),
    ...measured,
    visitors: sum("visitors"),
    admissions: sum("admissions"),
    admissionsNearTheCap: sum("admissionsNearTheCap"),
    unsold: sum("unsold"),
    visitorErrors: sum("visitorErrors"),
  };
}

function figuresOf(event: SeenEvent) {
  const { seen, outflowPerMinute, activeCap, stock, validitySeconds } = event;
  const admitted = withTokens(event.admitted, seen, event);
  const times = admitted.map(({ admittedAtMs }) => admittedAtMs);
  const sold = seen.filter(({ tokenSeconds }) => tokenSeconds.length > 0).length;
  const seats = takenSeats(event, validitySeconds);
  return {
    ...reportPlaces(seen),
    doubleAdmissions: reportCrowd(seen, { outflowPerMinute, holes: [] }).admittedTwice,
    maxSlidingRatio: maxSlidingRatio(times, always(outflowPerMinute)),
    admittedWhileFull: activeCap === null ? 0 : countAtLeast(seats, activeCap + 1),
    admissionsNearTheCap: activeCap === null ? 0 : countAtLeast(seats, NEAR * activeCap),
    soldMoreThanStock: stock === null ? 0 : Math.max(0, sold - stock),
    unsold: stock === null ? 0 : Math.max(0, stock - sold),
    visitors: seen.length,
    admissions: admitted.length,
    visitorErrors: seen.flatMap(unexpectedErrors).length,
  };
}

/** That all is sold is what visitors are meant to read. */
export function unexpectedErrors({ errors }: Observation): string[] {
  return errors.filter((text) => !text.includes("soldOut"));
}

type TakenSeat = {
  readonly takenAtMs: number;
  readonly endsAtMs: number;
  readonly isExact: boolean;
};

/**
 * The seats that were surely taken. Of an admission that only the visitor's token tells of the second is known:
 * its seat counts from the end of it.
 */
function takenSeats(event: SeenEvent, validitySeconds: number): TakenSeat[] {
  const { admitted, seen, seatMs, leaves } = event;
  const exact = new Map<string, number>();
  for (const { queueId, admittedAtMs } of admitted)
    exact.set(queueId, Math.min(admittedAtMs, exact.get(queueId) ?? Infinity));
  const byToken = seen.flatMap(({ queueIds, tokenSeconds }) => {
    const [queueId] = queueIds;
    const [second] = tokenSeconds;
    if (queueId === undefined || second === undefined || exact.has(queueId)) return [];
    const takenAtMs = (second - validitySeconds) * 1_000 + UNCERTAIN_MS;
    return [{ queueId, takenAtMs, isExact: false }];
  });
  const all = [
    ...[...exact].map(([queueId, takenAtMs]) => ({ queueId, takenAtMs, isExact: true })),
    ...byToken,
  ];
  return all.map(({ queueId, takenAtMs, isExact }) => ({
    takenAtMs,
    isExact,
    endsAtMs: Math.min(takenAtMs + seatMs, leaves.get(queueId) ?? Infinity),
  }));
}

/** Admissions whose moment is known and with which so many seats, or more, were taken. */
function countAtLeast(seats: readonly TakenSeat[], least: number): number {
  return seats.filter(
    ({ takenAtMs, isExact }) =>
      isExact &&
      seats.filter((other) => other.takenAtMs <= takenAtMs && other.endsAtMs > takenAtMs).length >=
        least,
  ).length;
}
