import { falseNumber } from "@/lib/domain/false-queue/false-number";
import { falseIdOfJoin } from "@/lib/secrets/false-queue-id";
import type { EventLine } from "@/waiting-room/line/event-line";
import { publicLine } from "@/waiting-room/line/public-line";
import { newPlace, type Place } from "@/waiting-room/place/place";
import type { ServerContext } from "../server-context";
import { whatIsOpen } from "../visit";
import { lineAnswered } from "./answer-time";

/** Ahead of the last number that the line has handed out; whoever joined falsely before has one of them. */
const AHEAD = 1_000;

type LastFalse = { readonly runId: number; readonly numbers: number[] };

/** The last number that each lane gave falsely, so that two who join at one moment do not get the same. */
const lastFalse = new WeakMap<EventLine, LastFalse>();

type FalseJoin =
  | { readonly type: "joined"; readonly place: Place; readonly receipt: null }
  | { readonly type: "full" }
  | { readonly type: "closed" };

/**
 * Joins the false queue: answers what the line would answer now, and asks it for nothing. The number is the one that
 * comes next, which somebody else has.
 */
export async function joinFalsely(
  context: Pick<ServerContext, "eventKeys">,
  line: EventLine,
  { lane, joinId }: { readonly lane: number; readonly joinId: Buffer },
): Promise<FalseJoin> {
  const shown = publicLine(line, lane);
  if (!whatIsOpen(line).joins) return lineAnswered(line, { type: "closed" });
  if (shown.full) return lineAnswered(line, { type: "full" });
  const { runId } = line.settings;
  const { queueId, code } = falseIdOfJoin(context.eventKeys.of(line.settings), runId, joinId);
  const number = falseNumber(shown, nextNumber(line, lane, shown.last));
  const joinedAtMs = line.lineNow();
  const place = newPlace({ runId, lane, number, joinedAtMs, queueId });
  return lineAnswered(line, {
    type: "joined",
    place: { ...place, falseCode: code },
    receipt: null,
  });
}

function nextNumber(line: EventLine, lane: number, last: number): number {
  const { runId } = line.settings;
  const held = lastFalse.get(line);
  const own = held?.runId === runId ? held : { runId, numbers: [] };
  lastFalse.set(line, own);
  const before = own.numbers[lane] ?? 0;
  const next = before > last && before < last + AHEAD ? before + 1 : last + 1;
  own.numbers[lane] = next;
  return next;
}
