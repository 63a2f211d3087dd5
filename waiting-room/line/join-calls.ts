import { type JoinBlock, readJoinBlocks } from "@/lib/line/commands/join-blocks";
import { JOIN_ID_BYTES, type JoinReply, runJoin } from "@/lib/line/scripts/join";
import { type Joiner, sourceArguments } from "@/lib/line/scripts/sources";
import { byLane, type Connection, createCallBatcher } from "./call-batcher";
import type { DrawTicket } from "./draw-groups";
import type { CalledLine } from "./line-calls";
import type { StandingLane } from "./line-memory";
import { LineUnavailable } from "./line-unavailable";

/** With a draw, joins are gathered for so long: fewer groups to sign, to keep and to publish. */
const DRAW_GATHER_MS = 50;

export type JoinRequest = Joiner & {
  readonly lane: number;
  /** 16 bytes that the browser made for this join and repeats with each attempt. */
  readonly joinId: Buffer;
  readonly connection?: Connection | undefined;
};

/** Over the limit of a source: nothing was taken, and nothing was counted. */
export type Busy = {
  readonly type: "busy";
  /** So many times. */
  readonly load: number;
  /** No proof helps. */
  readonly isFinal: boolean;
};

export type JoinOutcome =
  | {
      readonly type: "joined";
      readonly number: number;
      readonly lineTimeMs: number;
      /** Where the join belongs to a draw: its queue id and its receipt. */
      readonly ticket: DrawTicket | null;
    }
  | Busy
  | { readonly type: "full" }
  | { readonly type: "closed" };

export type Join = (request: JoinRequest) => Promise<JoinOutcome>;

/**
 * Joins the line of one event, in one call with those who join in the same turn of the event loop. The same
 * join id gets the same number, whether or not the browser knows that it has asked before.
 */
export function createJoin(called: CalledLine): Join {
  return createCallBatcher(
    byLane((lane, requests) => joinAll(called, lane, requests)),
    {
      gatherMs: () => (called.line.collectsDraw() ? DRAW_GATHER_MS : 0),
      isGone: ({ connection }) => connection?.destroyed === true,
    },
  );
}

async function joinAll(
  called: CalledLine,
  asked: number,
  requests: readonly JoinRequest[],
): Promise<JoinOutcome[]> {
  const { redis, keys, line, groups } = called;
  const { lane, chance } = line.standingOf(asked);
  const answer = await runJoin(redis, keys, {
    chance,
    joinIds: idsOf(requests),
    ...sourceArguments(requests),
    ...line.callArguments(lane),
    drawn: -1,
  });
  if (answer.status === "CLOSED") return requests.map(() => ({ type: "closed" }));
  const reply = line.accept(answer);
  if (reply.count > 0) line.noteSeen(lane, reply.firstNumber + reply.count - 1);
  line.counts.noteJoins({ lane, ...reply }, line.state);
  const { settings } = line;
  if (settings.draw === null) return assignNumbers(requests, reply);
  const tickets = await groups.keep(
    settings,
    await blocksOf(called, { lane, chance }, { requests, reply }),
  );
  return assignNumbers(requests, reply, tickets);
}

type Block = Extract<JoinReply, { status: "OK" }>;

/**
 * Gives the members of a call their numbers: repeated joins the number of their first attempt if it was
 * carried out, the others new ones in order of arrival. Who is over a limit gets none. For whom there is none
 * left, the line is full.
 */
function assignNumbers(
  requests: readonly JoinRequest[],
  { lineTimeMs, firstNumber, count, repeatedNumbers, loads }: Block,
  tickets: ReadonlyMap<number, DrawTicket> | null = null,
): JoinOutcome[] {
  let next = firstNumber;
  const end = firstNumber + count;
  return requests.map((_, index) => {
    const held = repeatedNumbers[index] ?? 0;
    const load = loads[index] ?? 0;
    if (load !== 0) return { type: "busy", load: Math.abs(load), isFinal: load < 0 };
    if (held === 0 && next === end) return { type: "full" };
    const number = held > 0 ? held : next++;
    return { type: "joined", number, lineTimeMs, ticket: tickets?.get(number) ?? null };
  });
}

/** The calls in which the numbers of a reply were handed out: its own, and those of repeated joins. */
async function blocksOf(
  { redis, keys }: CalledLine,
  { lane, chance }: StandingLane,
  { requests, reply }: { readonly requests: readonly JoinRequest[]; readonly reply: Block },
): Promise<JoinBlock[]> {
  const { firstNumber, count, repeatedNumbers, loads } = reply;
  const earlier = new Set(reply.repeatedCalls);
  const blocks = await readJoinBlocks(redis, keys, lane, [...earlier]);
  // Forgotten since: who asks again gets a number of their own.
  if (blocks.length < earlier.size) throw new LineUnavailable("a repeated join is over", 1_500);
  if (count === 0) return blocks;
  const unknown = requests.filter(
    (_, index) => (repeatedNumbers[index] ?? 0) === 0 && (loads[index] ?? 0) === 0,
  );
  const ids = idsOf(unknown.slice(0, count));
  const joinedAtMs = reply.lineTimeMs;
  return [{ firstNumber, joinedAtMs, chance: Math.max(0, chance), ids }, ...blocks];
}

/** What the line knows of the ids of a call, one after the other. */
function idsOf(requests: readonly JoinRequest[]): Buffer {
  const ids = Buffer.allocUnsafe(requests.length * JOIN_ID_BYTES);
  requests.forEach(({ joinId }, index) => {
    joinId.copy(ids, index * JOIN_ID_BYTES, 0, JOIN_ID_BYTES);
  });
  return ids;
}
