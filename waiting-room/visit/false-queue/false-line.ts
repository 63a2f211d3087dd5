import { CheckIns } from "@/waiting-room/line/check-ins";
import type { EventLine } from "@/waiting-room/line/event-line";
import { LineUnavailable } from "@/waiting-room/line/line-unavailable";
import { lineAnswered } from "./answer-time";

/** As long as other codes. */
const CODE_MS = 600_000;

/** The check-ins of places that nobody counts. */
class UncountedCheckIns extends CheckIns {
  override note(): void {}
  override noteGone(): void {}
  override noteDraw(): void {}
}

const ofLine = new WeakMap<EventLine, EventLine>();

/**
 * The line as a visitor of the false queue meets it: it is told like the line itself, and nothing that is asked of
 * it reaches Redis, is counted, or lets anybody in.
 */
export function falseLineOf(line: EventLine): EventLine {
  const known = ofLine.get(line);
  if (known !== undefined) return known;
  const made: EventLine = Object.assign(Object.create(line), refusals(line), answers(line));
  ofLine.set(line, made);
  return made;
}

/** Whatever a line can be asked for is refused, unless there is an answer for it: also what comes later. */
function refusals(line: EventLine): Readonly<Record<string, () => Promise<never>>> {
  const asked = Object.entries(line).filter(([, value]) => typeof value === "function");
  return Object.fromEntries(asked.map(([name]) => [name, refuse]));
}

async function refuse(): Promise<never> {
  throw new LineUnavailable("closed", 2_000);
}

/** What takes a call to Redis elsewhere is answered after as long as the last one took. */
function answers(line: EventLine) {
  return {
    /** Nothing of its own asks Redis through this. */
    called: null,
    checkIns: new UncountedCheckIns(line),
    confirmPresence: () => lineAnswered(line, true as const),
    leave: () => lineAnswered(line, true as const),
    seatEnd: () => lineAnswered(line, 0),
    enter: () => lineAnswered(line, { type: "early" } as const),
    join: refuse,
    pass: refuse,
    joinWithCredential: refuse,
    notePresented: () => undefined,
    showReceipt: async () => undefined,
    admitOutside: async () => null,
    moves: {
      ...line.moves,
      // A code that leads nowhere.
      make: () => lineAnswered(line, { type: "made", untilMs: line.lineNow() + CODE_MS } as const),
      hasMoved: async () => false,
    },
  };
}
