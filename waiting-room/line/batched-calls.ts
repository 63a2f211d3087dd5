import type { Redis } from "ioredis";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { EventKeys } from "@/lib/line/keys";
import { type EnterOutcome, enterMembers, runEnter } from "@/lib/line/scripts/enter";
import { runJoin } from "@/lib/line/scripts/join";
import { runLeave } from "@/lib/line/scripts/leave";
import { runNear } from "@/lib/line/scripts/near";
import { runPass } from "@/lib/line/scripts/pass";
import { assignNumbers, blocksOf, journalIds } from "./assign-numbers";
import { createGroup } from "./call-batcher";
import type { DrawGroups } from "./draw-groups";
import {
  byLane,
  type EnterRequest,
  type HeldNumber,
  type JoinOutcome,
  type JoinRequest,
  type LineUnavailable,
  type PassOutcome,
  type PassRequest,
} from "./line-calls";
import type { RecentAdmissions } from "./recent-admissions";

/** With a draw, joins are gathered for so long: fewer groups to sign, to keep and to publish. */
const DRAW_GATHER_MS = 50;
/** Repeated joins read the journal: a quarter of the time at the most. */
const REPEATS_REST_RATIO = 3;

type Guard = Omit<Parameters<typeof runEnter>[2], "members">;

/** What the calls need of the event that they are about, as it is when they are sent. */
export type CalledLine = {
  readonly redis: Redis;
  readonly keys: EventKeys;
  readonly groups: DrawGroups;
  readonly settings: () => EventSettings;
  readonly recent: () => RecentAdmissions;
  readonly guard: (lane: number) => Guard;
  readonly collectsDraw: () => boolean;
  readonly notePresented: (lane: number, number: number) => void;
  /** What a refused call is rejected with. */
  readonly unavailable: (status: string) => LineUnavailable;
};

/** What visitors do, each carried out in one call with what others do in the same turn. */
export type GroupedCalls = {
  readonly join: (request: JoinRequest) => Promise<JoinOutcome>;
  readonly near: (held: Pick<HeldNumber, "lane" | "number">) => Promise<true>;
  /** Gives a number back, or ends the visit of one that was let in. */
  readonly leave: (held: HeldNumber) => Promise<true>;
  readonly enter: (request: EnterRequest) => Promise<EnterOutcome>;
  /** The direct entry of a dormant event; number 0 means "show the page". */
  readonly pass: (request: PassRequest) => Promise<PassOutcome>;
};

/** The calls of one event. One that Redis refuses rejects with `LineUnavailable`. */
export function createGroupedCalls(line: CalledLine): GroupedCalls {
  const commitJoins = byLane<JoinRequest, JoinOutcome>((lane, requests) =>
    joinAll(line, lane, requests),
  );
  const gatherMs = () => (line.collectsDraw() ? DRAW_GATHER_MS : 0);
  const joinFirst = createGroup(commitJoins, { gatherMs });
  const joinAgain = createGroup(commitJoins, { gatherMs, restRatio: REPEATS_REST_RATIO });
  return {
    join: (request) => (request.repeatedAfterMs === null ? joinFirst(request) : joinAgain(request)),
    near: createGroup(byLane((lane, held) => nearAll(line, lane, held))),
    leave: createGroup(byLane((lane, held) => leaveAll(line, lane, held))),
    enter: createGroup(
      byLane((lane, requests) => enterAll(line, lane, requests)),
      {
        rankOf: ({ rank }) => rank,
        // With several lanes, what one takes may be what another is kept waiting for.
        divides: () => line.settings().lanes.lanes.length === 1,
      },
    ),
    pass: createGroup((requests) => passAll(line, requests)),
  };
}

/** A group of first attempts, or one of repeated ones. */
async function joinAll(
  line: CalledLine,
  lane: number,
  requests: readonly JoinRequest[],
): Promise<JoinOutcome[]> {
  const reply = await runJoin(line.redis, line.keys, {
    joinIds: journalIds(requests),
    repeatedSinceMs: Math.max(...requests.map(({ repeatedAfterMs }) => repeatedAfterMs ?? -1)),
    ...line.guard(lane),
    drawn: -1,
  });
  if (reply.status === "CLOSED") return requests.map(() => ({ type: "closed" }));
  if (reply.status !== "OK") throw line.unavailable(reply.status);
  if (reply.count > 0) line.notePresented(lane, reply.firstNumber + reply.count - 1);
  const settings = line.settings();
  if (settings.draw === null) return assignNumbers(requests, reply);
  const tickets = await line.groups.keep(settings, blocksOf(requests, reply));
  return assignNumbers(requests, reply, tickets);
}

async function nearAll(
  line: CalledLine,
  lane: number,
  held: readonly Pick<HeldNumber, "number">[],
): Promise<true[]> {
  const { status } = await runNear(line.redis, line.keys, line.guard(lane), held);
  return doneFor(held, line, status);
}

async function leaveAll(
  line: CalledLine,
  lane: number,
  held: readonly HeldNumber[],
): Promise<true[]> {
  const { status } = await runLeave(line.redis, line.keys, line.guard(lane), held);
  return doneFor(held, line, status);
}

/** For a call that was carried out for all of its members, or for none. */
function doneFor(members: readonly unknown[], line: CalledLine, status: string): true[] {
  if (status !== "OK") throw line.unavailable(status);
  return members.map(() => true);
}

async function enterAll(
  line: CalledLine,
  lane: number,
  requests: readonly EnterRequest[],
): Promise<EnterOutcome[]> {
  const members = enterMembers(requests);
  const reply = await runEnter(line.redis, line.keys, { members, ...line.guard(lane) });
  if (reply.status !== "OK") throw line.unavailable(reply.status);
  const { lineTimeMs, outcomes } = reply;
  if (outcomes.length !== requests.length) throw new Error("Not all were answered.");
  line.recent().add({ lineTimeMs, lane, members, outcomes });
  return [...outcomes];
}

async function passAll(line: CalledLine, requests: readonly PassRequest[]): Promise<PassOutcome[]> {
  const reply = await runPass(line.redis, line.keys, line.guard(0), requests);
  if (reply.status !== "OK") throw line.unavailable(reply.status);
  const { lineTimeMs } = reply;
  const passed = requests.map((request, index) => {
    return { ...request, number: reply.numbers[index] ?? 0 };
  });
  const admitted = passed.filter(({ number }) => number > 0);
  for (const { number } of admitted) line.notePresented(0, number);
  const members = enterMembers(admitted);
  const outcome = { type: "admitted", admittedAtMs: lineTimeMs, renewals: 0 } as const;
  line.recent().add({ lineTimeMs, lane: 0, members, outcomes: admitted.map(() => outcome) });
  return passed.map(({ number }) => ({ number, lineTimeMs }));
}
