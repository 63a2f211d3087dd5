import { db } from "@/lib/db/client";
import { createDrawnNumbers } from "@/lib/domain/draw/renumber";
import { scoreOf } from "@/lib/domain/score/score";
import { supportCode } from "@/lib/domain/support-code/support-code";
import { readDecidedDraw } from "@/lib/line/commands/decided-draw";
import { listNumbers } from "@/lib/line/commands/list-numbers";
import { drawHash } from "@/lib/secrets/draw-hash";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { linesOf } from "@/lib/services/event/settings/to-settings";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { invalidField } from "@/lib/services/ground/errors";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { admittedPage } from "./inner/admitted-page";
import { joinTimesOf } from "./inner/join-times-of";
import { type ListVisitorsInput, listVisitorsInput } from "./visitor-inputs";

/** Somebody at an event, as far as the line and the admissions know them. */
export type ListedVisitor = {
  readonly number: number;
  /** By what their story is found at this event. */
  readonly code: string;
  readonly state: "waiting" | "called" | "admitted" | "left";
  /** When they joined, to the minute, or were admitted; null where it is not stored. ISO 8601, UTC. */
  readonly at: string | null;
  /** Until when their seat lasts; null where there is none. */
  readonly until: string | null;
  /** Has come near the front and said so; null for who is in or has left. */
  readonly isPresent: boolean | null;
  /** Null where it was not looked up. */
  readonly score: number | null;
};

/** A page of an event's visitors. Plain data. */
export type VisitorPage = {
  readonly lanes: readonly { readonly key: string; readonly name: string }[];
  /** Null where the event has no line now. */
  readonly visitors: readonly ListedVisitor[] | null;
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
};

const STATES = { waiting: ["waiting"], called: ["called"], left: ["left"] } as const;

/**
 * The visitors of a lane of an event's run who wait, were called, are in or have left, a page of them. Costs the line a few reads of
 * fixed size, however long it is. Throws `unavailable` while the line cannot be asked.
 */
export const listVisitors = defineVerb(
  "report:read",
  listVisitorsInput,
  async (context, { eventId, show, lane: key, from, limit }): Promise<VisitorPage> => {
    const event = await getEventOfCustomer(db(), context, eventId);
    const { lanes } = linesOf(event).lanes;
    const lane = key === undefined ? 0 : lanes.findIndex((one) => one.key === key);
    if (lane < 0) throw invalidField("lane", `${event.name} has no such lane.`);
    const shown = { lanes: lanes.map((one) => ({ key: one.key, name: one.name })) };
    const run = await db().run.findUnique({
      where: { eventId_number: { eventId: event.id, number: event.currentRun } },
      include: { event: true, draw: { select: { runId: true } } },
    });
    if (run === null || run.endedAt !== null) return { ...shown, visitors: null, next: null };
    const ref = eventRef(event, context.customer);
    const asked = { lane, from: from ?? null, atMost: limit };
    if (show === "admitted") return { ...shown, ...(await admittedPage(ref, run, asked)) };
    const waiting = await waitingPage({ ref, run, show, ...asked });
    return { ...shown, ...waiting };
  },
);

type Asked = {
  readonly ref: ReturnType<typeof eventRef>;
  readonly run: Parameters<typeof joinTimesOf>[0];
  readonly show: Exclude<ListVisitorsInput["show"], "admitted">;
  readonly lane: number;
  readonly from: string | null;
  readonly atMost: number;
};

async function waitingPage({ ref, run, show, lane, from, atMost }: Asked) {
  const runId = run.number;
  const { page, joinedOf } = await readFromLine(async (redis) => {
    const decided = lane === 0 ? await readDecidedDraw(redis, { ...ref, runId }) : null;
    const joinedOf =
      decided === null ? (number: number) => number : createDrawnNumbers(decided, drawHash).indexOf;
    const asked = { lane, atMost, states: STATES[show], from: from === null ? null : Number(from) };
    return { page: await listNumbers(redis, ref, { ...asked, joinedOf }), joinedOf };
  });
  if (page === null || page.runId !== runId) return { visitors: null, next: null };
  const times = await joinTimesOf(run, lane);
  const visitors = page.numbers.map(({ number, state, isPresent, marks }): ListedVisitor => {
    const joined = joinedOf(number) ?? number;
    const atMs = times?.of(number) ?? null;
    return {
      number,
      code: supportCode({ runId, lane, number: joined }),
      state: state === "spent" ? "admitted" : state,
      at: atMs === null ? null : new Date(atMs).toISOString(),
      until: null,
      isPresent: state === "left" ? null : isPresent,
      score: scoreOf(marks).score,
    };
  });
  return { visitors, next: page.next === null ? null : String(page.next) };
}
