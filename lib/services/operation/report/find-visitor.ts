import { db } from "@/lib/db/client";
import { letInName } from "@/lib/domain/line/let-in-name";
import { readSeat } from "@/lib/line/commands/end-place";
import { readPresence } from "@/lib/line/commands/read-presence";
import { findPlaceByCode, type PlaceView } from "@/lib/services/event/place/find-place";
import { releasedPlacesOf } from "@/lib/services/event/settings/released-places";
import { linesOf } from "@/lib/services/event/settings/to-settings";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { invalidField, ServiceError } from "@/lib/services/ground/errors";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { joinTimesOf } from "./inner/join-times-of";
import { type FoundVisitor, locateVisitor } from "./inner/locate-visitor";
import { noticeSteps } from "./inner/visitor-notices";
import { step } from "./inner/visitor-step";
import { findVisitorInput } from "./visitor-inputs";
import { REPORTED_RUN, type ReportedRun } from "./write-report";

/** One thing that is known of a visitor. */
export type VisitorStep = {
  readonly what:
    | "joined"
    | "notice-asked"
    | "notice-confirmed"
    | "notice-sent"
    | "let-in"
    | "renewed"
    | "seat-ends"
    | "seat-over"
    | "cancelled"
    | "let-in-next";
  /** ISO 8601, UTC; null where nobody has noted when. */
  readonly at: string | null;
  /** To the minute: joins are counted by minute. */
  readonly isAbout: boolean;
  /** By which way they were let in or are told of their turn, or who cancelled the place. */
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
  /** Of somebody who waits: whether they have come near the front and their browser said so. */
  readonly isPresent: boolean | null;
  /** The lanes of the event where it has several, for who is to be moved to another one. */
  readonly lanes: readonly { readonly key: string; readonly name: string }[];
  /** Whether there is something to cancel. */
  readonly canCancel: boolean;
  /** Whether somebody who waits can be let in now. */
  readonly canLetIn: boolean;
  /** An operator has let them in, and their page has not asked yet. */
  readonly isLetIn: boolean;
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
    const isWaiting = WAITS.has(place.state);
    const steps: readonly VisitorStep[] = [
      ...(joinedMs === null ? [] : [step("joined", joinedMs, { isAbout: true })]),
      ...(await noticeSteps(found)),
      ...[...admissionsOf(found), ...(await actsOn(run.event.id, found))].toSorted(byTime),
      ...(seat?.endsAtMs ? [step("seat-ends", seat.endsAtMs, {})] : []),
      ...(seat?.isOver ? [step("seat-over", null, {})] : []),
    ];
    return {
      ...{ eventId: found.eventId, eventName: run.event.name, runId: run.id, run: run.number },
      ...{ place, queueId: found.queueId, steps, moves: seat?.moves ?? null },
      isPresent: isWaiting ? await presenceOf(found) : null,
      lanes: lanesOf(run),
      canCancel: found.isCurrent && (isWaiting || place.state === "admitted"),
      isLetIn: isWaiting && (await isLetIn(found)),
      canLetIn: found.isCurrent && !["admitted", "blocked"].includes(place.state),
    };
  },
);

function admissionsOf({ admissions }: FoundVisitor): VisitorStep[] {
  return admissions.map(({ renewal, admittedAt, redirectType, isOutOfTurn }) =>
    step(renewal > 0 ? "renewed" : "let-in", admittedAt.getTime(), {
      detail: isOutOfTurn ? "next" : redirectType,
    }),
  );
}

function byTime(a: VisitorStep, b: VisitorStep): number {
  return Date.parse(a.at ?? "") - Date.parse(b.at ?? "");
}

const WAITS: ReadonlySet<PlaceView["state"]> = new Set(["waiting", "called"]);

async function isLetIn({ run, runNumber, lane, number }: FoundVisitor): Promise<boolean> {
  const event = await db().event.findUnique({
    where: { id: run.event.id },
    select: { releasedPlaces: true, currentRun: true },
  });
  const isNow = event !== null && event.currentRun === runNumber;
  return isNow && releasedPlacesOf(event).includes(letInName({ lane, number }));
}

function lanesOf({ event }: ReportedRun): VisitorStory["lanes"] {
  const { lanes } = linesOf(event).lanes;
  return lanes.length < 2 ? [] : lanes.map(({ key, name }) => ({ key, name }));
}

/** The minute in which the number was handed out; null in a draw. */
async function joinedAt({ run, lane, number, hasDraw }: FoundVisitor): Promise<number | null> {
  const times = await joinTimesOf({ ...run, draw: hasDraw ? { runId: run.id } : null }, lane);
  return times?.of(number) ?? null;
}

async function seatOf(found: FoundVisitor) {
  const { queueId, isCurrent, runNumber: runId, lane, number } = found;
  if (queueId === null || !isCurrent) return null;
  return readFromLine((redis) =>
    readSeat(redis, found.ref, { runId, lane, number, queueId }),
  ).catch(unlessAway);
}

async function presenceOf({ ref, runNumber: runId, lane, number, isCurrent }: FoundVisitor) {
  if (!isCurrent) return null;
  return readFromLine((redis) => readPresence(redis, ref, { runId, lane, number })).catch(
    unlessAway,
  );
}

/** The rest of the story stands in Postgres. */
function unlessAway(error: unknown): null {
  if (error instanceof ServiceError && error.code === "unavailable") return null;
  throw error;
}

async function actsOn(eventId: string, found: FoundVisitor): Promise<VisitorStep[]> {
  const rows = await db().auditEntry.findMany({
    where: {
      ...{ subject: eventId, verb: { in: ["place.cancel", "place.let-in"] } },
      AND: [
        { details: { path: ["run"], equals: found.runNumber } },
        { details: { path: ["lane"], equals: found.lane } },
        { details: { path: ["number"], equals: found.number } },
      ],
    },
    orderBy: { at: "asc" },
    take: 5,
    select: { at: true, actorName: true, verb: true },
  });
  return rows.map(({ at, actorName, verb }) => {
    const what = verb === "place.cancel" ? "cancelled" : "let-in-next";
    return step(what, at.getTime(), { detail: actorName });
  });
}
