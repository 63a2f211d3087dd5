import { db } from "@/lib/db/client";
import { readSupportCode } from "@/lib/domain/support-code/support-code";
import { findPlace } from "@/lib/line/commands/find-place";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { readFromLine } from "@/lib/services/line-redis";
import { requirePermission } from "@/lib/services/require-permission";
import { getEventOfCustomer } from "./find-event";
import { type FindPlaceInput, findPlaceInput } from "./inputs";
import { lanesOf } from "./to-settings";

/** What became of a visitor's place. */
export type PlaceView = {
  /** The name of its lane; null where the event has one only. */
  readonly lane: string | null;
  /** As the visitor sees it now. */
  readonly number: number;
  /**
   * `waiting` or `called` and not in yet; `admitted`; `left`: given back, or the visit is over; `never`: nobody has
   * it; `earlier-run`: the line was started anew since.
   */
  readonly state: "waiting" | "called" | "admitted" | "left" | "never" | "earlier-run";
  /** How many stand before it; null where it does not wait, and in random order, where nobody has a place. */
  readonly ahead: number | null;
  readonly admittedAt: string | null;
};

/** Finds a visitor by the support code that they read out. Throws `invalid` for what is no code. */
export async function findPlaceByCode(
  context: ServiceContext,
  rawInput: FindPlaceInput,
): Promise<PlaceView> {
  requirePermission(context, "event:read");
  const { eventId, code } = findPlaceInput.parse(rawInput);
  const event = await getEventOfCustomer(db(), context, eventId);
  const reading = readSupportCode(code, event.currentRun);
  if (!reading.ok) throw noCode("No support code reads like this. Ask for it once more.");
  const { lanes } = lanesOf(event);
  const lane = lanes[reading.lane];
  if (lane === undefined || reading.runId === 0)
    throw noCode(`This is no support code of ${event.name}.`);
  const ref = { customerId: context.customer.wireId, eventId };
  const isNow = reading.runId === event.currentRun;
  const place = isNow ? await readFromLine((redis) => findPlace(redis, ref, reading)) : null;
  const shown = { lane: lanes.length === 1 ? null : lane.name };
  if (place === null)
    return {
      ...shown,
      number: reading.number,
      state: "earlier-run",
      ahead: null,
      admittedAt: null,
    };
  const { number } = place;
  const admitted = await db().admission.findFirst({
    where: {
      lane: reading.lane,
      queueNumber: number,
      run: { eventId: event.id, number: reading.runId },
    },
    orderBy: { admittedAt: "desc" },
    select: { admittedAt: true },
  });
  const isOver = place.state === "spent" || place.state === "left";
  const state = place.state === "spent" ? "admitted" : place.state;
  const hasPlace = place.state === "waiting" && event.method !== "random";
  return {
    ...shown,
    number,
    state,
    ahead: hasPlace ? place.ahead : null,
    admittedAt: isOver ? (admitted?.admittedAt.toISOString() ?? null) : null,
  };
}

function noCode(reason: string): ServiceError {
  return new ServiceError("invalid", reason, { fields: { code: reason } });
}
