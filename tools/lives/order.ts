import { runningNumber } from "@/lib/domain/line/epoch";
import type { Visitor } from "./visitor";

/** Whoever is this far behind somebody, in seconds of outflow, is let in after them. */
const ORDER_SECONDS = 10;
/** The outflow of so long counts for it. */
export const ORDER_MS = 1_000 * ORDER_SECONDS;
/** Where somebody joined the line this long before another visitor came, they are before that visitor. */
const JOIN_MS = 15_000;

/** What tells who is before whom. */
type Ordered = Pick<Visitor, "numbers" | "openedAtMs" | "isHonestlyWaiting">;

/** Who still waits, and was before somebody who is let in; nobody where the order was kept. */
export function whoWasOvertaken<Somebody extends Ordered>(
  admitted: Ordered,
  all: readonly Somebody[],
  outflowPerMinute: number,
): Somebody | undefined {
  const apart = Math.max(1, (ORDER_SECONDS * outflowPerMinute) / 60);
  return all.find(
    (other) => other.isHonestlyWaiting && other !== admitted && isBefore(other, admitted, apart),
  );
}

function isBefore(other: Ordered, admitted: Ordered, apart: number): boolean {
  const [mine, theirs] = [admitted.numbers.at(-1), other.numbers.at(-1)];
  if (theirs === undefined) return false;
  if (mine === undefined) return admitted.openedAtMs - other.openedAtMs > JOIN_MS;
  if (mine.runId !== theirs.runId || mine.lane !== theirs.lane) return false;
  if (mine.isDrawn !== theirs.isDrawn || mine.number < theirs.number) return false;
  // A loss of Redis leaves out numbers that nobody ever holds.
  return runningNumber(mine.number) - runningNumber(theirs.number) > apart;
}
