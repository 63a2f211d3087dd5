import { refusedHost } from "@/lib/domain/target/allowed-target";
import { addressOf, type Exchange, HttpError, redirect } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import type { Admission, Place } from "@/waiting-room/place/place";
import { releasedVisit } from "@/waiting-room/visit/false-queue/release";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import {
  findLine,
  permitOf,
  queuePageOf,
  readVisit,
  standingOrKnown,
} from "@/waiting-room/visit/visit";
import type { AwsCall } from "../aws-call";
import { expiryOf } from "../tokens";
import { sealGrant } from "./code";

/** What connectors read of an address; nobody does here. */
const OF_CONNECTORS = ["queueittoken", "stanchionpass"];
const CHALLENGE = /^[\w-]{43}$/;

type Admitted = Place & { readonly admission: Admission };

/**
 * `GET authorize`: sends a visitor who was let in back to the program with a code, and everybody else to the waiting page, which
 * leads here again. Throws 400 for a client or a redirect URI that is not registered: nobody is sent there.
 */
export async function authorize({ context, exchange, api }: AwsCall): Promise<void> {
  const { query } = exchange;
  const clientId = query.get("client_id") ?? "";
  const redirectUri = query.get("redirect_uri") ?? "";
  const client = api.clients.find(({ eventId }) => eventId === clientId);
  if (client === undefined || !client.redirectUris.includes(redirectUri))
    throw new HttpError("bad-request");
  const back = (answer: Readonly<Record<string, string>>) =>
    sendBack(exchange, redirectUri, { ...answer, iss: api.issuer });
  const fault = faultOf(query);
  if (fault !== null) return back({ error: fault });
  const line = await findLine(context, api.customerId, clientId);
  const { settings } = line;
  const own = new URL(addressOf(exchange, `/${api.customerId}/aws/authorize?${query}`));
  for (const name of OF_CONNECTORS) own.searchParams.delete(name);
  if (settings.isTest === true || refusedHost(own.href, settings) !== null) {
    const hint = `Add ${own.host} to the allowed hosts of the event`;
    return back({ error: "server_error", error_description: hint });
  }
  const admitted = await admittedPlace(context, exchange, line);
  if (admitted === null) {
    if (query.get("prompt") === "none") return back({ error: "login_required" });
    return redirect(exchange, 302, queuePageOf(exchange, settings, own.href));
  }
  const { runId, lane, number, queueId, admission } = admitted;
  const code = sealGrant(context, api.customerId, {
    ...{ eventId: clientId, runId, lane, number, queueId, redirectUri },
    admittedAtMs: admission.admittedAtMs,
    challenge: query.get("code_challenge"),
    nonce: query.get("nonce"),
    givenAtMs: line.lineNow(),
  });
  return back({ code });
}

/** What is wrong with a request of a known client, in the words of RFC 6749; null for nothing. */
function faultOf(query: URLSearchParams): string | null {
  if (query.get("response_type") !== "code") return "unsupported_response_type";
  if (!(query.get("scope") ?? "").split(" ").includes("openid")) return "invalid_scope";
  const challenge = query.get("code_challenge");
  if (challenge === null) return query.has("code_challenge_method") ? "invalid_request" : null;
  const isTaken = query.get("code_challenge_method") === "S256" && CHALLENGE.test(challenge);
  return isTaken ? null : "invalid_request";
}

function sendBack(
  exchange: Exchange,
  redirectUri: string,
  answer: Readonly<Record<string, string>>,
): void {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  const state = exchange.query.get("state");
  if (state !== null) url.searchParams.set("state", state);
  redirect(exchange, 302, url.href);
}

/** The place of a visitor who was let in, while their session lasts. */
async function admittedPlace(
  context: ServerContext,
  exchange: Exchange,
  line: EventLine,
): Promise<Admitted | null> {
  const visit = await releasedVisit(context, readVisit(context, exchange, line));
  const standing = await standingOrKnown(context, visit);
  if (standing.type === "none" || standing.type === "waiting") return null;
  const { place } = standing;
  const { admission } = place;
  if (admission === null || permitOf(line, "again") === null) return null;
  const isOver = line.lineNow() >= 1_000 * expiryOf(line.settings, admission.admittedAtMs);
  return isOver ? null : { ...place, admission };
}
