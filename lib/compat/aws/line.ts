import { isAsked } from "@/lib/domain/approval/approval";
import { grantSlots } from "@/lib/services/event/control/grant-slots";
import { startEvent } from "@/lib/services/event/control/start";
import { stopEvent } from "@/lib/services/event/control/stop";
import { ApprovalRequired, ServiceError } from "@/lib/services/ground/errors";
import { readLiveFigures } from "@/lib/services/operation/live/read-live";
import type { PrivateCall } from "./answer-private";

/**
 * `POST increment_serving_counter` `{"event_id", "increment_by"}`: gives so many slots away by hand, or takes them back. None is
 * lost or counted twice however many call at once; cap, pace and pause hold.
 */
export async function incrementServingCounter(call: PrivateCall) {
  return { serving_num: await increment(call, Number(call.fields["increment_by"]), null) };
}

/** Up to which number people go in with what is given away. No more than `ceiling` slots are left over. */
export async function increment(
  { context, eventId }: Pick<PrivateCall, "context" | "eventId">,
  slots: number,
  ceiling: number | null,
): Promise<number> {
  const { left } = await grantSlots(context, { eventId, slots, ceiling });
  const { snapshot } = await readLiveFigures(context, { eventId });
  const serving = snapshot?.lanes[0]?.servingNumber ?? 0;
  return Math.max(serving, (snapshot?.sums.admitted ?? 0) + (left ?? 0));
}

/** `POST reset_initial_state`: ends the run, whose places and request ids are worth nothing then, and starts another. */
export async function resetInitialState({ context, eventId }: PrivateCall) {
  const stopped = await stopEvent(context, { eventId }).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === "precondition_failed") return null;
    throw error;
  });
  if (isAsked(stopped)) throw new ApprovalRequired(stopped);
  await startEvent(context, { eventId });
  return { message: "Counters reset. DynamoDB table recreated." };
}
