import type { EventLine } from "@/waiting-room/line/event-line";
import { unlessUnavailable } from "@/waiting-room/line/line-unavailable";
import type { Place } from "@/waiting-room/place/place";

/** For so long a visitor who has left can take the place back. */
export const UNDO_MS = 30_000;
/** For presses in the last second that are still on their way. */
const ON_THE_WAY_MS = 5_000;
const PENDING_MOST = 10_000;
/** The average share of a visitor's counted time that is left when they leave; nobody says it. */
const LEFT_SHARE = 2 / 3;

type LeftLine = Pick<EventLine, "leave" | "checkIns" | "moves">;

/**
 * Gives places back that were left, once nobody can take them back any more. Whoever takes a place back moves it, and
 * what has moved is not given back: so any process may do either. A place whose process ends meanwhile is that of
 * somebody who is absent.
 */
export class Leavers {
  private readonly pending = new Map<string, NodeJS.Timeout>();
  private readonly log: (error: unknown) => void;

  constructor(log: (error: unknown) => void) {
    this.log = log;
  }

  leaveSoon(line: LeftLine, place: Place): void {
    const { queueId } = place;
    if (this.pending.has(queueId)) return;
    if (this.pending.size >= PENDING_MOST) {
      this.giveBack(line, place);
      return;
    }
    const timer = setTimeout(() => {
      this.pending.delete(queueId);
      this.giveBack(line, place);
    }, UNDO_MS + ON_THE_WAY_MS);
    this.pending.set(queueId, timer.unref());
  }

  /** Gives nothing back any more: another process may still undo what was left here. */
  stop(): void {
    for (const timer of this.pending.values()) clearTimeout(timer);
    this.pending.clear();
  }

  private giveBack(line: LeftLine, place: Place): void {
    leaveUnlessMoved(line, place).catch(unlessUnavailable(this.log));
  }
}

async function leaveUnlessMoved(line: LeftLine, place: Place): Promise<void> {
  if (await line.moves.hasMoved(place)) return;
  await leaveNow(line, place);
}

/** Gives a place back. Rejects with `LineUnavailable` when Redis refuses. */
export async function leaveNow(
  line: Pick<EventLine, "leave" | "checkIns">,
  place: Place,
): Promise<void> {
  await line.leave(place);
  if (place.admission === null)
    line.checkIns.noteGone(place.lane, LEFT_SHARE * line.checkIns.countedMs);
}
