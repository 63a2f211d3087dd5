import type { EventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
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

/** The line of one event as calls need it. */
export type CalledLine = {
  readonly redis: Redis;
  readonly keys: EventKeys;
  readonly line: LineMemory;
  readonly groups: DrawGroups;
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
  /** An operator lets this visitor in next. */
  readonly isLetIn?: boolean;
  /** How often the place has moved to another device. */
  readonly moves?: number;
  readonly connection?: Connection | undefined;
};

/** One number of one lane, and whose it is. */
type HeldNumber = Pick<EnterRequest, "lane" | "number" | "queueId" | "moves">;

/** `saysAgain`: will say so again with each look while slots are rare. */
type PresentNumber = Pick<HeldNumber, "lane" | "number"> & { readonly saysAgain?: boolean };

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
  readonly confirmPresence: (held: PresentNumber) => Promise<true>;
  /** Gives a number back, or ends the visit of one that was let in. */
  readonly leave: (held: HeldNumber) => Promise<true>;
  /** When the seat of somebody who was let in ends: see `runSeatEnds`. */
  readonly seatEnd: (held: HeldNumber) => Promise<number>;
  readonly enter: (request: EnterRequest) => Promise<EnterOutcome>;
  /** The direct entry of a dormant event; 0 means "show the page", -1 that a source is over its limit, proof or not. */
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
        // Whom an operator lets in next asks before those with whom they share a call.
        rankOf: ({ rank, isLetIn = false }) => (isLetIn ? 0 : rank),
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
  held: readonly PresentNumber[],
): Promise<true[]> {
  const members = held.map(({ number, saysAgain }) => ({ number, saysAgain: saysAgain ? 1 : 0 }));
  line.accept(await runNear(redis, keys, line.callArguments(lane), members));
  return held.map(() => true);
}

async function leaveAll(
  { redis, keys, line }: CalledLine,
  lane: number,
  held: readonly HeldNumber[],
): Promise<true[]> {
  const members = held.map(({ number, queueId, moves = 0 }) => ({ number, queueId, moves }));
  const args = { ...line.callArguments(lane), kind: "left" };
  line.accept(await runLeave(redis, keys, args, members));
  return held.map(() => true);
}

async function seatEnds(
  { redis, keys, line }: CalledLine,
  held: readonly HeldNumber[],
): Promise<readonly number[]> {
  const reply = await runSeatEnds(redis, keys, { runId: line.settings.runId }, held);
  if (reply.status !== "OK") throw line.refusal(reply.status);
  return reply.ends;
}

async function enterAll(
  { redis, keys, line }: CalledLine,
  lane: number,
  requests: readonly EnterRequest[],
): Promise<EnterOutcome[]> {
  const members = enterMembers(requests);
  const reply = await runEnter(redis, keys, { members, ...line.callArguments(lane) });
  const { outcomes, lineTimeMs } = line.accept(reply);
  if (outcomes.length !== requests.length) throw new Error("Not all were answered.");
  for (const outcome of outcomes) {
    // Who asks again is told of an admission before.
    const isNew = outcome.type === "admitted" && outcome.admittedAtMs === lineTimeMs;
    if (isNew) line.entered.slot += 1;
  }
  return [...outcomes];
}

async function passAll(
  { redis, keys, line }: CalledLine,
  requests: readonly PassRequest[],
): Promise<readonly PassOutcome[]> {
  const members = requests.map(({ claim, queueId, joinId = NO_ID }) => ({
    claim,
    queueId,
    joinId: joinId.subarray(0, JOIN_ID_BYTES),
  }));
  const args = { ...line.callArguments(0), ...sourceArguments(requests) };
  const { passed } = line.accept(await runPass(redis, keys, args, members));
  for (const { number, lineTimeMs, isRepeated } of passed) {
    if (number <= 0) continue;
    line.noteSeen(0, number);
    const joined = { lane: 0, firstNumber: number, count: 1, lineTimeMs };
    if (isRepeated) continue;
    line.entered.direct += 1;
    line.counts.noteJoins(joined, line.state);
  }
  return passed;
}

const NO_ID = Buffer.alloc(0);
