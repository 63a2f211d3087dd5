import { db } from "@/lib/db/client";
import { supportCode } from "@/lib/domain/support-code/support-code";
import type { EventRef } from "@/lib/line/keys";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { ServiceError } from "@/lib/services/ground/errors";
import { endSession as endSessionOf } from "@/lib/services/operation/report/cancel-place";
import { findVisitor } from "@/lib/services/operation/report/find-visitor";
import type { EndSessionInput } from "@/lib/services/operation/report/visitor-inputs";
import type { PrivateCall } from "./answer-private";
import { AwsRefusal } from "./refusal";

/** What a request id says, which the waiting room has sealed. */
export type OpenPlace = (
  event: EventRef,
  text: string,
) => {
  readonly type: string;
  readonly place?: {
    readonly runId: number;
    readonly lane: number;
    readonly number: number;
    readonly queueId: string;
    readonly moves: number;
    readonly keyPrint: string | null;
  };
};

/** Request ids are longer. */
const QUEUE_ID_CHARACTERS = 40;

/** What the field `status` may be. */
const STATUSES: ReadonlyMap<unknown, EndSessionInput["status"]> = new Map([
  [1, "completed"],
  [-1, "abandoned"],
] as const);

/**
 * `POST update_session` `{"event_id", "request_id", "status": 1 | -1}`: the visit is over, and its seat is free at once. The
 * request id, or the queue id that tokens name. Answers 404 where it is over already.
 */
export async function endSession(call: PrivateCall) {
  const { eventId, context, fields } = call;
  const status = STATUSES.get(fields["status"]);
  if (status === undefined) throw new ServiceError("invalid", "status has to be 1 or -1.");
  await endOne(call, String(fields["request_id"] ?? ""), status);
  return { event_id: eventId, customer: context.customer.wireId, status: fields["status"] };
}

/** Ends one visit. Throws `AlreadyOver` where it is over. */
export async function endOne(
  call: PrivateCall,
  requestId: string,
  status: EndSessionInput["status"],
): Promise<void> {
  const { context, eventId } = call;
  const { code, queueId } = await codeOf(call, requestId);
  const { place, canCancel } = await findVisitor(context, { eventId, code });
  if (!canCancel) throw new AlreadyOver();
  const { number } = place;
  await endSessionOf(context, { eventId, code, number, status, requestId: queueId });
}

/** The visit is over, or never began. */
export class AlreadyOver extends AwsRefusal {
  constructor() {
    super(404, "Request ID doesn't exist or status already set.");
  }
}

/** By what our verbs find the visitor. */
async function codeOf({ context, openPlace, eventId }: PrivateCall, requestId: string) {
  if (requestId.length <= QUEUE_ID_CHARACTERS) return { code: requestId, queueId: requestId };
  const event = await getEventOfCustomer(db(), context, eventId);
  const { place } = openPlace(eventRef(event, context.customer), requestId);
  if (place === undefined) throw new ServiceError("invalid", "Invalid event or request ID");
  return { code: supportCode(place), queueId: place.queueId };
}
