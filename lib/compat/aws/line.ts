import { db } from "@/lib/db/client";
import { isAsked } from "@/lib/domain/approval/approval";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { grantSlots } from "@/lib/services/event/control/grant-slots";
import { startEvent } from "@/lib/services/event/control/start";
import { stopEvent } from "@/lib/services/event/control/stop";
import { ApprovalRequired, preconditionFailed } from "@/lib/services/ground/errors";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { inOneTransaction } from "@/lib/services/ground/with-transaction";
import { readLiveFigures } from "@/lib/services/operation/live/read-live";
import type { PrivateCall } from "./answer-private";

/**
 * `POST increment_serving_counter` `{"event_id", "increment_by"}`: gives so many slots away by hand, or takes them back. None is
 * lost or counted twice however many call at once; cap, pace and pause hold.
 */
export async function incrementServingCounter(call: PrivateCall) {
  // The answer reads the event, when the slots are given already.
  requirePermission(call.context, "event:read");
  const left = await grant(call, Number(call.fields["increment_by"]), null);
  return { serving_num: await servingNumber(call, left) };
}

type OfEvent = Pick<PrivateCall, "context" | "eventId">;

/** Gives slots away, of which no more than `ceiling` are left over. Answers how many are. */
export async function grant(
  { context, eventId }: OfEvent,
  slots: number,
  ceiling: number | null,
): Promise<number> {
  const { left } = await grantSlots(context, { eventId, slots, ceiling });
  return left ?? 0;
}

/** Up to which number people go in with the slots that are left. */
export async function servingNumber({ context, eventId }: OfEvent, left: number): Promise<number> {
  const { snapshot } = await readLiveFigures(context, { eventId });
  const serving = snapshot?.lanes[0]?.servingNumber ?? 0;
  return Math.max(serving, (snapshot?.sums.admitted ?? 0) + left);
}

/**
 * `POST reset_initial_state`: ends the run, whose places and request ids are worth nothing then, and starts another, both or
 * neither. Of several at once, each that is answered 200 has made a run of its own. Where a second person has to approve the
 * stop, only that is asked for: once the event is stopped, the call is repeated and starts it.
 */
export async function resetInitialState({ context, eventId }: PrivateCall) {
  await inOneTransaction(context, async () => {
    const { status } = await getEventOfCustomer(db(), context, eventId);
    if (status !== "open") return startEvent(context, { eventId });
    const stopped = await stopEvent(context, { eventId });
    if (isAsked(stopped)) throw new ApprovalRequired(stopped);
    return startEvent(context, { eventId }).catch(refuseHalf);
  });
  return { message: "Counters reset. DynamoDB table recreated." };
}

/** Who waits for the second person would keep the stop, and the request would be of an event that was not stopped. */
function refuseHalf(error: unknown): never {
  if (!(error instanceof ApprovalRequired)) throw error;
  throw preconditionFailed(
    "Starting this event requires approval, so it can't be reset in one call. Stop it, then repeat this call.",
  );
}
