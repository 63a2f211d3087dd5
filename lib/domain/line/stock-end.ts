import type { Lanes } from "@/lib/domain/lane/lane";
import { aheadByLane } from "@/lib/domain/lane/lane-ahead";
import { aheadOf, distanceTo } from "./distance";
import { LINE, slotsPerSecond } from "./rates";

type CountedLane = {
  readonly servingNumber: number;
  readonly lastNumber: number;
  readonly holes: readonly (readonly [number, number])[];
  /** Who has a number, was not let in and did not leave. */
  readonly waiting: number;
  readonly present: number;
};

/** What of a line tells for whom something is left. */
export type CountedLine = {
  /** Units that nobody has bought and that are kept for nobody; null where nothing is counted. */
  readonly stock: number | null;
  readonly outflowPerMinute: number;
  /** Who waits and is there, in all lanes. */
  readonly present: number;
  readonly lanes: readonly CountedLane[];
};

type Selling = { readonly unitsPerAdmission: number; readonly lanes: Lanes };

/** `number` is null where the order is by chance: everybody else may be first. */
type Standing = { readonly lane: number; readonly number: number | null };

/**
 * True for a visitor for whom nothing is left if all who go in before them buy the most that one order may have. Never
 * where no stock is counted.
 */
export function mayStockEnd(
  { unitsPerAdmission, lanes }: Selling,
  line: CountedLine,
  { lane, number }: Standing,
): boolean {
  if (line.stock === null) return false;
  const before = number === null ? line.present - 1 : goBefore(lanes, line, lane, number);
  return before * unitsPerAdmission >= line.stock;
}

/** How many of all lanes go in before a number, if nobody else joins. */
function goBefore(lanes: Lanes, line: CountedLine, lane: number, number: number): number {
  const own = line.lanes[lane];
  const before = own === undefined ? 0 : goBeforeInLane(own, line.outflowPerMinute, number);
  if (line.lanes.length === 1) return before;
  const counts = line.lanes.map(({ present }, index) => (index === lane ? before : present));
  return Math.ceil(aheadByLane(lanes, counts)[lane] ?? before);
}

/**
 * Who stands before a number, and who was called and is not in: as many as are called at a time, and as come late
 * until then.
 */
function goBeforeInLane(lane: CountedLane, outflowPerMinute: number, number: number): number {
  const numbers = { serving: lane.servingNumber, holes: lane.holes };
  const ahead = aheadOf(numbers, number);
  const uncalled = Math.max(0, distanceTo(numbers, lane.lastNumber));
  const isCalled = number <= lane.servingNumber;
  const called = Math.max(0, lane.waiting - uncalled - (isCalled ? 1 : 0));
  const atATime = Math.max(1, LINE.lookAheadSeconds * slotsPerSecond(outflowPerMinute));
  const late = ((ahead + 1) * LINE.lateShare) / (1 - LINE.lateShare);
  return ahead + Math.min(called, Math.ceil(atATime + late));
}
