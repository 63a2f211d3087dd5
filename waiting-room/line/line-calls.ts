import type { Redis } from "ioredis";
import type { EventKeys } from "@/lib/line/keys";
import { type EnterOutcome, enterMembers, runEnter } from "@/lib/line/scripts/enter";
import { JOIN_ID_BYTES } from "@/lib/line/scripts/join";
import { runLeave } from "@/lib/line/scripts/leave";
import { runNear } from "@/lib/line/scripts/near";
import { runPass } from "@/lib/line/scripts/pass";
import { runSeatEnds } from "@/lib/line/scripts/seat-ends";
import { type Joiner, sourceArguments } from "@/lib/line/scripts/sources";
import { byLane, type Connection, createCallBatcher } from "./call-batcher";
import type { DrawGroups } from "./draw-groups";
import type { LineMemory } from "./line-memory";
import type { RecentAdmissions } from "./recent-admissions";
import type { RecentStockReports } from "./recent-stock-reports";

/** The line of one event as calls need it. */
export type CalledLine = {
  readonly redis: Redis;
  readonly keys: EventKeys;
  readonly line: LineMemory;
  readonly groups: DrawGroups;
  readonly recent: RecentAdmissions;
  readonly stock: RecentStockReports;
};

export type EnterRequest = {
  readonly lane: number;
  readonly number: number;
  /** Those who ask together go lowest rank first: the number, or the interval of a win. */
  readonly rank: number;
  readonly queueId: string;
  /** Hex of a hash of the claim. */
  readonly claim: string;
  /** The sealed place says that it was let in before. */
  readonly wasIn?: boolean;
  /** How often the place has moved to another device. */
  readonly moves?: number;
  readonly connection?: Connection | undefined;
};

/** One number of one lane, and whose it is. */
type HeldNumber = Pick<EnterRequest, "lane" | "number" | "queueId" | "moves">;

type PassRequest = Joiner & {
  readonly queueId: string;
  readonly claim: string;
  /** The same for a request that may be sent twice; it has the same claim then. */
  readonly joinId?: Buffer;
  readonly connection?: Connection | undefined;
};
/** `lineTimeMs` is when a visitor who is in was admitted. */
type PassOutcome = {
  readonly number: number;
  readonly lineTimeMs: number;
  readonly queueId: string;
};

/** What visitors of one event ask of Redis, each in one call with those who ask in the same turn. */
export type LineCalls = {
  /** Says that the holder of a number is there. */
  readonly confirmPresence: (held: Pick<HeldNumber, "lane" | "number">) => Promise<true>;
  /** Gives a number back, or ends the visit of one that was let in. */
  readonly leave: (held: HeldNumber) => Promise<true>;
  /** When the seat of somebody who was let in ends: see `runSeatEnds`. */
  readonly seatEnd: (held: HeldNumber) => Promise<number>;
  readonly enter: (request: EnterRequest) => Promise<EnterOutcome>;
  /** The direct entry of a dormant event; number 0 means "show the page". */
  readonly pass: (request: PassRequest) => Promise<PassOutcome>;
};

/** A call that Redis refuses rejects with `LineUnavailable`. */
export function createLineCalls(called: CalledLine): LineCalls {
  return {
    confirmPresence: createCallBatcher(byLane((lane, held) => confirmAll(called, lane, held))),
    leave: createCallBatcher(byLane((lane, held) => leaveAll(called, lane, held))),
    seatEnd: createCallBatcher((held) => seatEnds(called, held)),
    enter: createCallBatcher(
      byLane((lane, requests) => enterAll(called, lane, requests)),
      {
        rankOf: ({ rank }) => rank,
        isGone: ({ connection }) => connection?.destroyed === true,
        // With several lanes, what one takes may be what another is kept waiting for.
        divides: () => called.line.settings.lanes.lanes.length === 1,
      },
    ),
    pass: createCallBatcher((requests) => passAll(called, requests), {
      isGone: ({ connection }) => connection?.destroyed === true,
    }),
  };
}

async function confirmAll(
  { redis, keys, line }: CalledLine,
  lane: number,
  held: readonly Pick<HeldNumber, "number">[],
): Promise<true[]> {
  const { status } = await runNear(redis, keys, line.callArguments(lane), held);
  return doneFor(held, line, status);
}

async function leaveAll(
  { redis, keys, line }: CalledLine,
  lane: number,
  held: readonly HeldNumber[],
): Promise<true[]> {
  const members = held.map(({ number, queueId, moves = 0 }) => ({ number, queueId, moves }));
  const { status } = await runLeave(redis, keys, line.callArguments(lane), members);
  return doneFor(held, line, status);
}

async function seatEnds(
  { redis, keys, line }: CalledLine,
  held: readonly HeldNumber[],
): Promise<readonly number[]> {
  const reply = await runSeatEnds(redis, keys, { runId: line.settings.runId }, held);
  if (reply.status !== "OK") throw line.refusal(reply.status);
  return reply.ends;
}

/** For a call that was carried out for all of its members, or for none. */
function doneFor(members: readonly unknown[], line: LineMemory, status: string): true[] {
  if (status !== "OK") throw line.refusal(status);
  return members.map(() => true);
}

async function enterAll(
  { redis, keys, line, recent }: CalledLine,
  lane: number,
  requests: readonly EnterRequest[],
): Promise<EnterOutcome[]> {
  const members = enterMembers(requests);
  const reply = await runEnter(redis, keys, { members, ...line.callArguments(lane) });
  if (reply.status !== "OK") throw line.refusal(reply.status);
  const { lineTimeMs, outcomes } = reply;
  if (outcomes.length !== requests.length) throw new Error("Not all were answered.");
  recent.add({ lineTimeMs, lane, members, outcomes, redirectType: "queue" });
  return [...outcomes];
}

async function passAll(
  { redis, keys, line, recent }: CalledLine,
  requests: readonly PassRequest[],
): Promise<PassOutcome[]> {
  const members = requests.map(({ claim, queueId, joinId = NO_ID }) => ({
    claim,
    queueId,
    joinId: joinId.subarray(0, JOIN_ID_BYTES),
  }));
  const reply = await runPass(
    redis,
    keys,
    { ...line.callArguments(0), ...sourceArguments(requests) },
    members,
  );
  if (reply.status !== "OK") throw line.refusal(reply.status);
  const { lineTimeMs } = reply;
  const before = new Map(reply.repeated.map(readRepeated));
  const passed = requests.map(({ claim, queueId }, index) => {
    return { claim, queueId, lineTimeMs, number: reply.numbers[index] ?? 0, ...before.get(index) };
  });
  const admitted = passed.filter(({ number }) => number > 0);
  for (const { number } of admitted) line.noteSeen(0, number);
  for (const [index, { number }] of passed.entries()) {
    if (number === 0 || before.has(index)) continue;
    line.counts.noteJoins({ lane: 0, firstNumber: number, count: 1, lineTimeMs }, line.state);
  }
  const outcomes = admitted.map(({ lineTimeMs: admittedAtMs }) => {
    return { type: "admitted", admittedAtMs, renewals: 0 } as const;
  });
  recent.add({
    lineTimeMs,
    lane: 0,
    members: enterMembers(admitted),
    outcomes,
    redirectType: "safetynet",
  });
  return passed;
}

const NO_ID = Buffer.alloc(0);

/** Reads `place in the call:admitted at:queue id`. */
function readRepeated(text: string) {
  const [index, admittedAtMs, queueId = ""] = text.split(":");
  return [Number(index), { lineTimeMs: Number(admittedAtMs), queueId }] as const;
}
