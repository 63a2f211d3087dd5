import { db } from "@/lib/db/client";
import { supportCode } from "@/lib/domain/support-code/support-code";
import type { EventRef } from "@/lib/line/keys";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { ServiceError } from "@/lib/services/ground/errors";
import { cancelPlace } from "@/lib/services/operation/report/cancel-place";
import { findVisitor } from "@/lib/services/operation/report/find-visitor";
import type { PrivateCall } from "./answer-private";

/** What a request id says, which the waiting room has sealed. */
export type OpenPlace = (
  event: EventRef,
  text: string,
) => {
  readonly type: string;
  readonly place?: { readonly runId: number; readonly lane: number; readonly number: number };
};

/** What the field `status` may be: completed, and abandoned. */
const STATUSES: ReadonlySet<unknown> = new Set([1, -1]);

/**
 * `POST update_session` `{"event_id", "request_id", "status": 1 | -1}`: the visit is over, and its seat is free at once. The
 * request id, or the queue id that tokens name. Answers 404 where it is over already.
 */
export async function endSession(call: PrivateCall) {
  const { eventId, context, fields } = call;
  if (!STATUSES.has(fields["status"]))
    throw new ServiceError("invalid", "status has to be 1 or -1.");
  await endOne(call, String(fields["request_id"] ?? ""));
  return { event_id: eventId, customer: context.customer.wireId, status: fields["status"] };
}

/** Ends one visit. Throws `not_found` where there is none, or it is over. */
export async function endOne(call: PrivateCall, requestId: string): Promise<void> {
  const { context, eventId } = call;
  const code = await codeOf(call, requestId);
  const { place, canCancel } = await findVisitor(context, { eventId, code });
  if (!canCancel) throw new AlreadyOver();
  await cancelPlace(context, { eventId, code, number: place.number });
}

/** The visit is over, or never began. */
export class AlreadyOver extends Error {
  override readonly message = "Request ID doesn't exist or status already set.";
}

/** By what our verbs find the visitor. */
async function codeOf({ context, openPlace, eventId }: PrivateCall, requestId: string) {
  if (requestId.length <= 40) return requestId;
  const event = await getEventOfCustomer(db(), context, eventId);
  const { place } = openPlace(eventRef(event, context.customer), requestId);
  if (place === undefined) throw new ServiceError("invalid", "Invalid event or request ID");
  return supportCode(place);
}
