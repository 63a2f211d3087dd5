import { randomBytes, randomUUID } from "node:crypto";
import type { EventSettings } from "@/lib/domain/event/settings";
import { runningNumber } from "@/lib/domain/line/epoch";
import { reportSeats } from "@/lib/line/commands/limits";
import { forgetMinutes, readMinutes } from "@/lib/line/commands/minutes";
import { redeem } from "@/lib/line/commands/redemptions";
import { writeBack } from "@/lib/line/commands/write-back";
import type { Effect } from "@/lib/line/effects";
import type { Redis } from "@/lib/line/redis-client";
import { enterMembers } from "@/lib/line/scripts/enter";
import type { EventLine } from "@/waiting-room/line/event-line";

/** The largest group that a process sends together. */
export const LARGEST_GROUP = 128;
/** The longest report that a site may send. */
const LONGEST_REPORT = 1_000;
/** More than a process writes back in one call. */
const WRITTEN_BACK = 200;

const claim = () => randomBytes(16).toString("hex");
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const group = <Answer>(ask: (index: number) => Promise<Answer>) =>
  Promise.all(upTo(LARGEST_GROUP).map(ask));

/**
 * Asks a long line for everything that a visitor, a site or a process may ask, in the largest groups: joins
 * that are new, repeated and doubled, entries that are early, new and repeated, reports as long as can be, and
 * figures by minute.
 * The first numbers of the line were admitted; visitors are called `q` and their number.
 */
export async function askEverything(asked: {
  readonly redis: Redis;
  readonly settings: EventSettings;
  readonly line: EventLine;
  readonly joinIds: readonly Buffer[];
}): Promise<void> {
  const { redis, settings, line, joinIds } = asked;
  await line.refresh();
  await Promise.all(
    joinIds.slice(0, LARGEST_GROUP).map((joinId) => line.join({ lane: 0, joinId })),
  );
  await group(() => line.join({ lane: 0, joinId: randomBytes(16) }));
  const middle = Math.floor(runningNumber(line.lane(0)?.lastNumber ?? 0) / 2);
  const held = (number: number) => {
    return { lane: 0, number, rank: number, queueId: `q${number}`, claim: claim() };
  };
  await group((n) => line.confirmPresence(held(middle + n)));
  await line.refresh();
  await group((n) => line.enter(held(n)));
  await group((n) => line.enter(held(middle + n)));
  await group(() => line.pass({ queueId: randomUUID(), claim: claim(), joinId: randomBytes(16) }));
  await group((n) => line.leave(held(4_000 + 2 * n)));
  await group((n) => line.seatEnd(held(n)));
  const credential = { lane: 0, queueId: randomUUID(), tokenKey: claim(), tokenId: "", codeId: "" };
  await line.joinWithCredential({ ...credential, joinId: randomBytes(16) });
  const queueIds = upTo(LONGEST_REPORT).map((n) => `q${n}`);
  const reports = queueIds.map((queueId, index) => ({ queueId, isOver: index % 2 === 0 }));
  await reportSeats(redis, settings, reports);
  const used = queueIds.map((queueId) => ({ queueId, tokenHash: "0".repeat(16) }));
  await redeem(redis, settings, { instance: "a", batch: claim(), used, failOpen: 0 });
  const { runId, sessionMinutes } = settings;
  const from = { redis, event: settings, runId, seatMs: sessionMinutes * 60_000 };
  const effects = effectsOf(runId, line.lineNow());
  await writeBack({ ...from, processId: "p", isWhole: true }, effects);
  line.counts.note("arrivals");
  await line.refresh();
  await forgetMinutes(redis, settings, await readMinutes(redis, settings));
}

/** What a process may have to write back. */
function effectsOf(runId: number, admittedAtMs: number): readonly Effect[] {
  const numbers = upTo(WRITTEN_BACK);
  const members = numbers.map((number) => ({ number, claim: claim(), queueId: `q${number}` }));
  const outcomes = numbers.map(() => ({ type: "admitted", admittedAtMs, renewals: 0 }) as const);
  const texts = enterMembers(members);
  const ofEach = members.flatMap(({ number, queueId }): Effect[] => {
    const codeId = `code-${number}`;
    const kept = `${admittedAtMs} ${number} 0 0 0 ${queueId} sealed`;
    const place = `${number}:0:${admittedAtMs}:${queueId}`;
    const right = { joinId: claim(), tokenKey: "", tokenId: claim(), codeId, code: "0:0", place };
    return [
      { kind: "right", runId, ...right },
      { kind: "move", runId, queueId, moves: 1 },
      { kind: "move-code", runId, codeId, queueId, kept },
      {
        ...{ kind: "leave", runId, lane: 0, number, queueId, moves: 1 },
        ...{ counted: "left", part: 0, minute: 0 },
      },
    ];
  });
  const ofAll = { runId, lane: 0, members: texts, outcomes, redirectType: "queue" } as const;
  const joinIds = randomBytes(8 * LARGEST_GROUP).toString("latin1");
  const call = { runId, lane: 0, first: 1, atMs: admittedAtMs, chance: -1, joinIds };
  return [{ kind: "joins", ...call }, { kind: "admissions", ...ofAll }, ...ofEach];
}
