import { db } from "@/lib/db/client";
import { JoinTimes } from "@/lib/domain/fairness/join-times";
import { readSeat } from "@/lib/line/commands/end-place";
import { findPlaceByCode, type PlaceView } from "@/lib/services/event/place/find-place";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { invalidField, ServiceError } from "@/lib/services/ground/errors";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { readFairnessInputs } from "./inner/fairness-inputs";
import { type FoundVisitor, locateVisitor } from "./inner/locate-visitor";
import { findVisitorInput } from "./visitor-inputs";
import { REPORTED_RUN } from "./write-report";

/** One thing that is known of a visitor. */
export type VisitorStep = {
  readonly what: "joined" | "let-in" | "renewed" | "seat-ends" | "seat-over" | "cancelled";
  /** ISO 8601, UTC; null where nobody has noted when. */
  readonly at: string | null;
  /** To the minute: joins are counted by minute. */
  readonly isAbout: boolean;
  /** By which way they were let in, or who cancelled the place. */
  readonly detail: string | null;
};

/** A visitor's story, as far as it is stored. Plain data. */
export type VisitorStory = {
  readonly eventId: string;
  readonly eventName: string;
  readonly runId: string;
  readonly run: number;
  readonly place: PlaceView;
  readonly queueId: string | null;
  readonly steps: readonly VisitorStep[];
  /** How often the place went to another device; null where nobody knows. */
  readonly moves: number | null;
  /** Whether there is something to cancel. */
  readonly canCancel: boolean;
};

/**
 * What is stored of a visitor: when they joined, when they were let in and given a new token, how long the seat lasts, what was
 * noticed. By queue id at any event of the customer, by support code at the event that it is of. Throws `invalid` for what
 * leads to nobody.
 */
export const findVisitor = defineVerb(
  "report:read",
  findVisitorInput,
  async (context, { eventId, code }): Promise<VisitorStory> => {
    const found = await locateVisitor(context, { eventId, code });
    const place = await findPlaceByCode(context, { eventId: found.eventId, code });
    const run = await db().run.findUnique({ where: { id: found.runId }, select: REPORTED_RUN });
    if (run === null) throw invalidField("code", "The run of this place no longer exists.");
    const seat = await seatOf(found);
    const joinedMs = await joinedAt(found);
    const steps: readonly VisitorStep[] = [
      ...(joinedMs === null ? [] : [step("joined", joinedMs, { isAbout: true })]),
      ...found.admissions.map(({ renewal, admittedAt, redirectType }) =>
        step(renewal > 0 ? "renewed" : "let-in", admittedAt.getTime(), { detail: redirectType }),
      ),
      ...(await cancelsOf(run.event.id, found)),
      ...(seat?.endsAtMs ? [step("seat-ends", seat.endsAtMs, {})] : []),
      ...(seat?.isOver ? [step("seat-over", null, {})] : []),
    ];
    return {
      ...{ eventId: found.eventId, eventName: run.event.name, runId: run.id, run: run.number },
      ...{ place, queueId: found.queueId, steps, moves: seat?.moves ?? null },
      canCancel: found.isCurrent && ["waiting", "called", "admitted"].includes(place.state),
    };
  },
);

type Details = { readonly isAbout?: boolean; readonly detail?: string };

function step(what: VisitorStep["what"], atMs: number | null, more: Details): VisitorStep {
  const at = atMs === null ? null : new Date(atMs).toISOString();
  return { what, at, isAbout: more.isAbout ?? false, detail: more.detail ?? null };
}

/** The minute in which the number was handed out; null in a draw, where numbers are not those of joining. */
async function joinedAt(found: FoundVisitor): Promise<number | null> {
  const { run, lane, number } = found;
  if (found.hasDraw) return null;
  const { lanes } = await readFairnessInputs(db(), run, Date.now());
  const joins = lanes.find((one) => one.lane === lane);
  return joins === undefined ? null : new JoinTimes(joins).of(number);
}

async function seatOf(found: FoundVisitor) {
  const { queueId, isCurrent, runNumber: runId, lane, number } = found;
  if (queueId === null || !isCurrent) return null;
  return readFromLine((redis) =>
    readSeat(redis, found.ref, { runId, lane, number, queueId }),
  ).catch((error: unknown) => {
    // The rest of the story stands in Postgres.
    if (error instanceof ServiceError && error.code === "unavailable") return null;
    throw error;
  });
}

async function cancelsOf(eventId: string, found: FoundVisitor): Promise<VisitorStep[]> {
  const rows = await db().auditEntry.findMany({
    where: {
      ...{ subject: eventId, verb: "place.cancel" },
      AND: [
        { details: { path: ["run"], equals: found.runNumber } },
        { details: { path: ["lane"], equals: found.lane } },
        { details: { path: ["number"], equals: found.number } },
      ],
    },
    orderBy: { at: "asc" },
    take: 5,
    select: { at: true, actorName: true },
  });
  return rows.map(({ at, actorName }) => step("cancelled", at.getTime(), { detail: actorName }));
}
