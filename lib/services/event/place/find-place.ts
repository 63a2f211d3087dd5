import { db } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { NO_RULES } from "@/lib/domain/access-rule/access-rule";
import { type Blocked, readBlockCode } from "@/lib/domain/access-rule/block-code";
import { TYPES_WITH_NUMBER } from "@/lib/domain/line/types-with-number";
import { type Score, scoreOf } from "@/lib/domain/score/score";
import { readSupportCode } from "@/lib/domain/support-code/support-code";
import { type AskedPlace, type FoundPlace, findPlace } from "@/lib/line/commands/find-place";
import { falseIdOfCode, mayBeFalseCode } from "@/lib/secrets/false-queue-id";
import { eventKeyOf } from "@/lib/services/event/change/event-key";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { findPlaceInput } from "@/lib/services/event/settings/inputs";
import { linesOfRun } from "@/lib/services/event/settings/lines-of-run";
import { releasedPlacesOf } from "@/lib/services/event/settings/released-places";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { invalidField } from "@/lib/services/ground/errors";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { settingsOf } from "@/lib/services/ground/setting-columns";

const QUEUE_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What became of a visitor's place. */
export type PlaceView = {
  /** The name of its lane; null where the event has one only. */
  readonly lane: string | null;
  /** As the visitor sees it now. */
  readonly number: number;
  /**
   * `waiting` or `called` and not in yet; `admitted`; `left`: given back, or the visit is over; `never`: nobody has
   * it; `dropped`: it has no place in the draw; `earlier-run`: the line was started anew since; `false-queue`: waits and
   * is never called, until `released`; `blocked`: an access rule has turned them away.
   */
  readonly state:
    | "waiting"
    | "called"
    | "admitted"
    | "left"
    | "never"
    | "dropped"
    | "earlier-run"
    | "false-queue"
    | "released"
    | "blocked";
  /** How many stand before it; null where it does not wait, and in random order, where nobody has a place. */
  readonly ahead: number | null;
  readonly admittedAt: string | null;
  /** What was noticed about it, in words; null where nobody knows any more. */
  readonly score: Score | null;
  /** Of somebody in the false queue: by it they are released. */
  readonly queueId?: string;
  /** The access rule that blocked a visitor, and when. */
  readonly blocked?: { readonly rule: string; readonly at: string };
};

/**
 * Finds a visitor by the support code that they read out, or by the queue id of somebody who was let in. Throws
 * `invalid` for what is neither.
 */
export const findPlaceByCode = defineVerb(
  "event:read",
  findPlaceInput,
  async (context, { eventId, code }): Promise<PlaceView> => {
    const event = await getEventOfCustomer(db(), context, eventId);
    const blocked = readBlockCode(code, Date.now());
    if (blocked !== null) return blockedView(event, blocked);
    const asked = QUEUE_ID.test(code.trim())
      ? await placeOfQueueId(event, code.trim().toLowerCase())
      : placeOfCode(event, code);
    const { lanes } = linesOfRun(event, await runOf(event, asked.runId));
    const lane = lanes[asked.lane];
    if (lane === undefined || asked.runId === 0)
      throw invalidField("code", `This support code does not belong to ${event.name}.`);
    const ref = eventRef(event, context.customer);
    const isNow = asked.runId === event.currentRun;
    if (isNow && mayBeFalseCode(asked.number)) return falseView(context, event, asked.number);
    const place = isNow ? await readFromLine((redis) => findPlace(redis, ref, asked)) : null;
    const shown = { lane: lanes.length === 1 ? null : lane.name };
    if (place !== null) return { ...shown, ...(await viewOf(event, asked, place)) };
    const { number } = asked;
    return { ...shown, number, state: "earlier-run", ahead: null, admittedAt: null, score: null };
  },
);

async function viewOf(
  event: Event,
  asked: AskedPlace,
  place: FoundPlace,
): Promise<Omit<PlaceView, "lane">> {
  const { number, marks } = place;
  const isOver = place.state === "spent" || place.state === "left";
  const state = place.state === "spent" ? "admitted" : place.state;
  const hasPlace = place.state === "waiting" && settingsOf(event, "method").method !== "random";
  return {
    number,
    state,
    ahead: hasPlace ? place.ahead : null,
    admittedAt: isOver ? await admittedAtOf(event, { ...asked, number }) : null,
    score: marks === null || state === "never" ? null : scoreOf(marks),
  };
}

function runOf({ id: eventId }: Event, number: number) {
  return db().run.findUnique({ where: { eventId_number: { eventId, number } } });
}

function placeOfCode(event: Event, code: string): AskedPlace {
  const reading = readSupportCode(code, event.currentRun);
  if (!reading.ok)
    throw invalidField("code", "This is not a valid support code. Ask for it again.");
  return reading;
}

/** A queue id says nothing of its place; the admission does. */
async function placeOfQueueId(event: Event, queueId: string): Promise<AskedPlace> {
  const admission = await db().admission.findFirst({
    where: { queueId, redirectType: { in: TYPES_WITH_NUMBER }, run: { eventId: event.id } },
    orderBy: { admittedAt: "desc" },
    select: { lane: true, queueNumber: true, run: { select: { number: true } } },
  });
  if (admission === null)
    throw invalidField(
      "code",
      "No visitor was admitted with this queue ID. Ask for the support code instead.",
    );
  const { lane, queueNumber, run } = admission;
  return { runId: run.number, lane, number: Number(queueNumber), isNow: true };
}

async function admittedAtOf(event: Event, place: AskedPlace): Promise<string | null> {
  const admitted = await db().admission.findFirst({
    where: {
      lane: place.lane,
      queueNumber: BigInt(place.number),
      redirectType: { in: TYPES_WITH_NUMBER },
      run: { eventId: event.id, number: place.runId },
    },
    orderBy: { admittedAt: "desc" },
    select: { admittedAt: true },
  });
  return admitted?.admittedAt.toISOString() ?? null;
}

const NOWHERE = { lane: null, number: 0, ahead: null, admittedAt: null, score: null } as const;

/** The rule may have been removed since. */
function blockedView(event: Event, { rule, atMs }: Blocked): PlaceView {
  const { rules } = settingsOf(event, "protection").protection?.rules ?? NO_RULES;
  const name = rules.find(({ id }) => id === rule)?.name ?? `rule ${rule} (deleted)`;
  const at = new Date(atMs).toISOString();
  return { ...NOWHERE, state: "blocked", blocked: { rule: name, at } };
}

/** Somebody of the false queue: the number that they see is nobody's. */
async function falseView(
  { customer }: ServiceContext,
  event: Event,
  code: number,
): Promise<PlaceView> {
  const named = { id: event.id, customerId: customer.wireId, eventId: event.wireId };
  const key = await eventKeyOf(db(), named);
  const { queueId } = falseIdOfCode(key, event.currentRun, code);
  const isReleased = releasedPlacesOf(event).includes(queueId);
  return { ...NOWHERE, state: isReleased ? "released" : "false-queue", queueId };
}
