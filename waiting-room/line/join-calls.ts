import { JOURNAL_ID_BYTES, type JoinBlock, type JoinReply, runJoin } from "@/lib/line/scripts/join";
import { byLane, createCallBatcher } from "./call-batcher";
import type { DrawTicket } from "./draw-groups";
import type { CalledLine } from "./line-calls";

/** With a draw, joins are gathered for so long: fewer groups to sign, to keep and to publish. */
const DRAW_GATHER_MS = 50;
/** Repeated joins read the journal: a quarter of the time at the most. */
const REPEATS_REST_RATIO = 3;

export type JoinRequest = {
  readonly lane: number;
  /** 16 bytes that the browser made for this join and repeats with each attempt. */
  readonly joinId: Buffer;
  /** Milliseconds since the first attempt; null for the first. */
  readonly repeatedAfterMs: number | null;
};

export type JoinOutcome =
  | {
      readonly type: "joined";
      readonly number: number;
      readonly lineTimeMs: number;
      /** Where the join belongs to a draw: its queue id and its receipt. */
      readonly ticket: DrawTicket | null;
    }
  | { readonly type: "full" }
  | { readonly type: "closed" };

export type Join = (request: JoinRequest) => Promise<JoinOutcome>;

/** Joins the line of one event, in one call with those who join in the same turn of the event loop. */
export function createJoin(called: CalledLine): Join {
  const commit = byLane<JoinRequest, JoinOutcome>((lane, requests) =>
    joinAll(called, lane, requests),
  );
  const gatherMs = () => (called.line.collectsDraw() ? DRAW_GATHER_MS : 0);
  const joinFirst = createCallBatcher(commit, { gatherMs });
  const joinAgain = createCallBatcher(commit, { gatherMs, restRatio: REPEATS_REST_RATIO });
  return (request) => (request.repeatedAfterMs === null ? joinFirst : joinAgain)(request);
}

/** The requests are first attempts, or all of them are repeated ones. */
async function joinAll(
  { redis, keys, line, groups }: CalledLine,
  lane: number,
  requests: readonly JoinRequest[],
): Promise<JoinOutcome[]> {
  const reply = await runJoin(redis, keys, {
    joinIds: journalIds(requests),
    repeatedSinceMs: Math.max(...requests.map(({ repeatedAfterMs }) => repeatedAfterMs ?? -1)),
    ...line.callArguments(lane),
    drawn: -1,
  });
  if (reply.status === "CLOSED") return requests.map(() => ({ type: "closed" }));
  if (reply.status !== "OK") throw line.refusal(reply.status);
  if (reply.count > 0) line.noteSeen(lane, reply.firstNumber + reply.count - 1);
  const { settings } = line;
  if (settings.draw === null) return assignNumbers(requests, reply);
  const tickets = await groups.keep(settings, blocksOf(requests, reply));
  return assignNumbers(requests, reply, tickets);
}

type Block = Extract<JoinReply, { status: "OK" }>;

/**
 * Gives the members of a call their numbers: repeated joins the number of their first attempt if it was
 * carried out, the others new ones in order of arrival. For whom there is none left, the line is full.
 */
function assignNumbers(
  requests: readonly JoinRequest[],
  { lineTimeMs, firstNumber, count, repeatedNumbers }: Block,
  tickets: ReadonlyMap<number, DrawTicket> | null = null,
): JoinOutcome[] {
  let next = firstNumber;
  const end = firstNumber + count;
  return requests.map((_, index) => {
    const held = repeatedNumbers[index] ?? 0;
    if (held === 0 && next === end) return { type: "full" };
    const number = held > 0 ? held : next++;
    return { type: "joined", number, lineTimeMs, ticket: tickets?.get(number) ?? null };
  });
}

/** The calls in which the numbers of a reply were handed out: its own, and those of repeated joins. */
function blocksOf(requests: readonly JoinRequest[], reply: Block): JoinBlock[] {
  const { firstNumber, count, repeatedNumbers, repeatedBlocks } = reply;
  if (count === 0) return [...repeatedBlocks];
  const unknown = requests.filter((_, index) => (repeatedNumbers[index] ?? 0) === 0);
  const ids = journalIds(unknown.slice(0, count));
  return [{ firstNumber, joinedAtMs: reply.lineTimeMs, ids }, ...repeatedBlocks];
}

/** The ids of a call as its journal keeps them, one after the other. */
function journalIds(requests: readonly JoinRequest[]): Buffer {
  const ids = Buffer.allocUnsafe(requests.length * JOURNAL_ID_BYTES);
  requests.forEach(({ joinId }, index) => {
    joinId.copy(ids, index * JOURNAL_ID_BYTES, 0, JOURNAL_ID_BYTES);
  });
  return ids;
}
