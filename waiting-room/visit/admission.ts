import { appendQueueToken } from "@/connectors/src/core";
import { allowedTarget } from "@/lib/domain/target/allowed-target";
import { type Exchange, HttpError } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import type { Admission, Place } from "@/waiting-room/place/place";
import type { ServerContext } from "./server-context";

/** How often a returning visitor gets the same token before a page says what is wrong. */
const RETURNS_LIMIT = 2;

/**
 * The address to which a new admission of this visitor is bound: neither its place nor its claim is worth
 * anything elsewhere. Null where the event binds none.
 */
export function addressToBind({ settings }: EventLine, exchange: Exchange): string | null {
  return settings.bindsToAddress ? exchange.address : null;
}

/** The place with one more return counted; null when the visitor has returned too often. */
export function noteReturn(place: Place, admission: Admission): Place | null {
  if (admission.returns >= RETURNS_LIMIT) return null;
  return { ...place, admission: { ...admission, returns: admission.returns + 1 } };
}

/** The site's URL with the queue token of an admission. */
export async function admittedUrl(
  context: ServerContext,
  line: EventLine,
  admitted: { readonly place: Place; readonly admission: Admission },
  askedTarget: string | null,
): Promise<string> {
  const { settings } = line;
  const { customerId } = settings;
  const customer =
    context.customers.known(customerId) ?? (await context.customers.find(customerId));
  const token = context.secrets.queueToken(settings, customer, {
    queueId: admitted.place.queueId,
    admittedAtMs: admitted.admission.admittedAtMs,
    redirectType: admitted.admission.redirectType,
    address: admitted.admission.address,
  });
  return appendQueueToken(allowedTarget(askedTarget, settings), token);
}

/** Who passes the line and why: nobody is held back, the event has ended, or an access rule says so. */
export type Pass = {
  readonly queueId: string;
  readonly redirectType: "disabled" | "afterevent" | "bypass";
  readonly address: string | null;
};

/**
 * Admits a visitor outside the cap, and counts it. Rejects with `HttpError` when it cannot be counted: a
 * failure lets nobody in.
 */
export async function passThrough(
  context: ServerContext,
  line: EventLine,
  { queueId, redirectType, address }: Pass,
): Promise<Admission> {
  const admittedAtMs = await line
    .admitOutside(queueId, redirectType, "")
    .catch((error: unknown) => context.log(error));
  if (!admittedAtMs) throw new HttpError("recovering", 2_000);
  return {
    admittedAtMs,
    firstAdmittedAtMs: admittedAtMs,
    renewals: 0,
    returns: 0,
    seatEndsAtMs: admittedAtMs,
    redirectType,
    address,
  };
}
