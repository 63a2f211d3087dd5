import type { Protection } from "./compile-config.ts";
import { encodePercent } from "./percent-encoding.ts";

/** What every redirect to the waiting room tells it. */
export interface RedirectContext {
  readonly customerId: string;
  readonly protection: Protection;
  readonly configVersion: number;
  readonly connectorVersion: string;
  /** Replaces `https://` and the config's queue domain. */
  readonly waitingRoomOrigin?: string | undefined;
}

/** Where the waiting room begins, for example `https://room.example/prefix/`. */
export function baseUrl({ protection, waitingRoomOrigin }: RedirectContext): string {
  const origin = (waitingRoomOrigin ?? `https://${protection.queueDomain}`).replace(/\/$/, "");
  const prefix = protection.queuePathPrefix.replace(/^\//, "").replace(/\/$/, "");
  return prefix === "" ? `${origin}/` : `${origin}/${prefix}/`;
}

function identityParameters(context: RedirectContext): string[] {
  return [
    `c=${encodePercent(context.customerId)}`,
    `e=${encodePercent(context.protection.eventId)}`,
    `ver=${context.connectorVersion}`,
    `cver=${context.configVersion}`,
    `man=${encodePercent(context.protection.name)}`,
  ];
}

/** Longer values are left out, so that no visitor can make an address that servers refuse. */
const MAX_VALUE_CHARACTERS = 8192;

function optionalParameter(name: string, value: string): readonly string[] {
  const encoded = value.length > MAX_VALUE_CHARACTERS ? "" : encodePercent(value);
  return encoded === "" ? [] : [`${name}=${encoded}`];
}

function commonParameters(context: RedirectContext): string[] {
  return [
    ...identityParameters(context),
    ...optionalParameter("cid", context.protection.culture),
    ...optionalParameter("l", context.protection.layoutName),
  ];
}

/**
 * Where a visitor without a session goes.
 *
 * @param targetUrl - where to come back to; "" leaves it to the event
 * @param enqueueToken - a signed right to join, put in as it is
 */
export function queueUrl(
  context: RedirectContext,
  targetUrl: string,
  enqueueToken: string | undefined,
): string {
  const parameters = commonParameters(context);
  if (enqueueToken) parameters.push(`enqueuetoken=${enqueueToken}`);
  parameters.push(...optionalParameter("t", targetUrl));
  return `${baseUrl(context)}?${parameters.join("&")}`;
}

/** Why a visitor is sent to an error page of the waiting room, and when. */
export interface RedirectError {
  readonly code: "hash" | "eventid" | "timestamp" | "ip" | "connector/sessionstate" | "qidlimit";
  /** Details of a mismatched address, or "". */
  readonly reason: string;
  readonly queueToken: string | null;
  readonly nowUnixSeconds: number;
}

/**
 * Where a visitor with an unusable token or session goes. A genuine token appears unchanged; any
 * character that no genuine token has is percent-encoded, so that it cannot break the header.
 */
export function errorUrl(
  context: RedirectContext,
  error: RedirectError,
  targetUrl: string,
): string {
  const parameters = [...commonParameters(context), ...optionalParameter("icr", error.reason)];
  parameters.push(
    ...optionalParameter("queueittoken", error.queueToken ?? ""),
    `ts=${error.nowUnixSeconds}`,
    ...optionalParameter("t", targetUrl),
  );
  return `${baseUrl(context)}error/${error.code}/?${parameters.join("&")}`;
}

/** A session that its visitor gives back. `queueId` may be "". */
export interface EndedSession {
  readonly eventId: string;
  readonly queueId: string;
}

function cancelManyUrl(
  context: RedirectContext,
  ended: readonly EndedSession[],
  targetUrl: string,
): string {
  const rooms = ended.map(({ eventId, queueId }) =>
    [eventId, queueId]
      .filter((text) => text !== "")
      .map(encodePercent)
      .join("~"),
  );
  const parameters = [`wrl=${rooms.join("_")}`, ...optionalParameter("r", targetUrl)];
  const customer = encodePercent(context.customerId);
  return `${baseUrl(context)}cancel/multiple/${customer}?${parameters.join("&")}`;
}

/** Where a visitor goes to give sessions back: one address for one event, another for several. */
export function cancelUrl(
  context: RedirectContext,
  ended: readonly EndedSession[],
  targetUrl: string,
): string {
  const { customerId, protection } = context;
  if (protection.eventIds.length > 1) return cancelManyUrl(context, ended, targetUrl);
  const segments = [customerId, protection.eventId, ended[0]?.queueId ?? ""]
    .filter((segment) => segment !== "")
    .map(encodePercent);
  const parameters = [...identityParameters(context), ...optionalParameter("r", targetUrl)];
  return `${baseUrl(context)}cancel/${segments.join("/")}?${parameters.join("&")}`;
}
