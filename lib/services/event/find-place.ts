import { db } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { type Score, scoreOf } from "@/lib/domain/score/score";
import { readSupportCode } from "@/lib/domain/support-code/support-code";
import { type AskedPlace, findPlace } from "@/lib/line/commands/find-place";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { readFromLine } from "@/lib/services/line-redis";
import { requirePermission } from "@/lib/services/require-permission";
import { getEventOfCustomer } from "./find-event";
import { type FindPlaceInput, findPlaceInput } from "./inputs";
import { linesOf } from "./to-settings";

const QUEUE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What became of a visitor's place. */
export type PlaceView = {
  /** The name of its lane; null where the event has one only. */
  readonly lane: string | null;
  /** As the visitor sees it now. */
  readonly number: number;
  /**
   * `waiting` or `called` and not in yet; `admitted`; `left`: given back, or the visit is over; `never`: nobody has
   * it; `dropped`: it has no place in the draw; `earlier-run`: the line was started anew since.
   */
  readonly state: "waiting" | "called" | "admitted" | "left" | "never" | "dropped" | "earlier-run";
  /** How many stand before it; null where it does not wait, and in random order, where nobody has a place. */
  readonly ahead: number | null;
  readonly admittedAt: string | null;
  /** What was noticed about it, in words; null where nobody knows any more. */
  readonly score: Score | null;
};

/**
 * Finds a visitor by the support code that they read out, or by the queue id of somebody who was let in. Throws
 * `invalid` for what is neither.
 */
export async function findPlaceByCode(
  context: ServiceContext,
  rawInput: FindPlaceInput,
): Promise<PlaceView> {
  requirePermission(context, "event:read");
  const { eventId, code } = findPlaceInput.parse(rawInput);
  const event = await getEventOfCustomer(db(), context, eventId);
  const asked = QUEUE_ID.test(code.trim())
    ? await placeOfQueueId(event, code.trim().toLowerCase())
    : placeOfCode(event, code);
  const { lanes } = linesOf(event).lanes;
  const lane = lanes[asked.lane];
  if (lane === undefined || asked.runId === 0)
    throw noCode(`This is no support code of ${event.name}.`);
  const ref = { customerId: context.customer.wireId, eventId };
  const isNow = asked.runId === event.currentRun;
  const place = isNow ? await readFromLine((redis) => findPlace(redis, ref, asked)) : null;
  const shown = { lane: lanes.length === 1 ? null : lane.name };
  if (place === null)
    return {
      ...shown,
      number: asked.number,
      state: "earlier-run",
      ahead: null,
      admittedAt: null,
      score: null,
    };
  const { number, marks } = place;
  const isOver = place.state === "spent" || place.state === "left";
  const state = place.state === "spent" ? "admitted" : place.state;
  const hasPlace = place.state === "waiting" && event.method !== "random";
  return {
    ...shown,
    number,
    state,
    ahead: hasPlace ? place.ahead : null,
    admittedAt: isOver ? await admittedAtOf(event, { ...asked, number }) : null,
    score: marks === null || state === "never" ? null : scoreOf(marks),
  };
}

function placeOfCode(event: Event, code: string): AskedPlace {
  const reading = readSupportCode(code, event.currentRun);
  if (!reading.ok) throw noCode("No support code reads like this. Ask for it once more.");
  return reading;
}

/** A queue id says nothing of its place; the admission does. */
async function placeOfQueueId(event: Event, queueId: string): Promise<AskedPlace> {
  const admission = await db().admission.findFirst({
    where: { queueId, run: { eventId: event.id } },
    orderBy: { admittedAt: "desc" },
    select: { lane: true, queueNumber: true, run: { select: { number: true } } },
  });
  if (admission === null)
    throw noCode("Nobody was let in with this queue id. Ask for the support code instead.");
  const { lane, queueNumber, run } = admission;
  return { runId: run.number, lane, number: Number(queueNumber), isNow: true };
}

async function admittedAtOf(event: Event, place: AskedPlace): Promise<string | null> {
  const admitted = await db().admission.findFirst({
    where: {
      lane: place.lane,
      queueNumber: place.number,
      run: { eventId: event.id, number: place.runId },
    },
    orderBy: { admittedAt: "desc" },
    select: { admittedAt: true },
  });
  return admitted?.admittedAt.toISOString() ?? null;
}

function noCode(reason: string): ServiceError {
  return new ServiceError("invalid", reason, { fields: { code: reason } });
}
