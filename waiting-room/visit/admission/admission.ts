import { appendQueueToken } from "@/connectors/src/core";
import type { Permit } from "@/lib/domain/line/permit";
import { isTestSite, markedAsRehearsal } from "@/lib/domain/rehearsal/test-site";
import { allowedTarget } from "@/lib/domain/target/allowed-target";
import type { Source } from "@/lib/line/scripts/sources";
import { type Exchange, HttpError, header } from "@/waiting-room/http/http";
import { type EventLine, REDIRECT_TYPES, type WayOutside } from "@/waiting-room/line/event-line";
import type { Admission, Place } from "@/waiting-room/place/place";
import { lineFailure } from "@/waiting-room/visit/join/line-failure";
import type { CachedCustomer } from "@/waiting-room/visit/memory/customer-memory";
import type { ShownAdmission } from "@/waiting-room/visit/memory/customer-secrets";
import { signedPass } from "@/waiting-room/visit/memory/pass-signers";
import type { ServerContext } from "@/waiting-room/visit/server-context";

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

/** The user agent to which what this visitor shows to the site is bound; null where the event binds to none. */
export function agentToBind({ settings }: EventLine, { request }: Exchange): string | null {
  const isBound = settings.protection?.pass.bindsToUserAgent === true;
  return isBound ? (header(request, "user-agent") ?? null) : null;
}

type Shown = {
  readonly permit: Permit;
  readonly url: string;
  readonly admission: ShownAdmission;
};

/**
 * A URL of the site with what lets an admitted visitor in there: a queue token, a signed pass, or both. From a test copy
 * only the test site gets one; every other site gets a mark that says so, and nothing that it could take for an admission.
 */
export function urlWithPass(
  context: ServerContext,
  { settings }: EventLine,
  customer: CachedCustomer | null,
  { permit, url, admission }: Shown,
): string {
  if (settings.isTest === true && !isTestSite(url)) return markedAsRehearsal(url, settings.eventId);
  const { secrets } = context;
  const kind = settings.protection?.pass.kind ?? "knownuser";
  const token = kind === "signed" ? "" : secrets.queueToken(permit, settings, customer, admission);
  const pass =
    kind === "knownuser" ? "" : signedPass(context, permit, settings, customer, admission);
  return appendQueueToken(url, token, pass);
}

type Admitted = {
  readonly permit: Permit;
  readonly place: Place;
  readonly admission: Admission;
};

/** The site's URL with what lets in there whoever has this admission: at once where the customer is in memory. */
export function admittedUrl(
  context: ServerContext,
  by: { readonly line: EventLine; readonly exchange: Exchange },
  admitted: Admitted,
  askedTarget: string | null,
): string | Promise<string> {
  const { customerId } = by.line.settings;
  const known = context.customers.known(customerId);
  if (known !== undefined) return urlOf(context, by, admitted, { customer: known, askedTarget });
  return context.customers
    .find(customerId)
    .then((customer) => urlOf(context, by, admitted, { customer, askedTarget }));
}

function urlOf(
  context: ServerContext,
  { line, exchange }: { readonly line: EventLine; readonly exchange: Exchange },
  admitted: Admitted,
  {
    customer,
    askedTarget,
  }: { readonly customer: CachedCustomer | null; readonly askedTarget: string | null },
): string {
  const { settings } = line;
  const { admittedAtMs, redirectType, address } = admitted.admission;
  const { permit, place } = admitted;
  const { queueId } = place;
  const userAgent = agentToBind(line, exchange);
  return urlWithPass(context, line, customer, {
    permit,
    url: allowedTarget(askedTarget, settings),
    admission: { queueId, admittedAtMs, redirectType, address, userAgent },
  });
}

/** Who passes the line and why: nobody is held back, the event has ended, or an access rule says so. */
export type Pass = {
  readonly permit: Permit<WayOutside>;
  readonly queueId: string;
  readonly address: string | null;
  /** What a browser that has shown no cookie is known again by. */
  readonly sources?: readonly Source[];
};

/**
 * Admits a visitor outside the cap, and counts it. Rejects with `HttpError` when it cannot be counted: a
 * failure lets nobody in.
 */
export async function passThrough(
  context: ServerContext,
  line: EventLine,
  pass: Omit<Pass, "sources">,
): Promise<Admission> {
  const admission = await passOnce(context, line, pass);
  if (admission === null) throw new HttpError("recovering", 2_000);
  return admission;
}

/** Like `passThrough`; null, and nothing counted, for a browser that has shown no cookie and came this way before. */
export async function passOnce(
  context: ServerContext,
  line: EventLine,
  { permit, queueId, address, sources }: Pass,
): Promise<Admission | null> {
  const answer = line.admitOutside(permit, queueId, "", sources);
  const admittedAtMs = await answer.catch((error: unknown) => {
    throw lineFailure(error, context.log);
  });
  if (admittedAtMs === -1) return null;
  if (!admittedAtMs) throw new HttpError("recovering", 2_000);
  return {
    admittedAtMs,
    firstAdmittedAtMs: admittedAtMs,
    renewals: 0,
    returns: 0,
    seatEndsAtMs: admittedAtMs,
    redirectType: REDIRECT_TYPES[permit.way],
    address,
  };
}
