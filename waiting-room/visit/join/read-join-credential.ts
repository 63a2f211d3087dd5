import { accessCodeId } from "@/lib/domain/access-code/access-code";
import { readTypedCode } from "@/lib/domain/access-code/typed-code";
import { type EnqueueToken, readEnqueueToken } from "@/lib/domain/enqueue-token/read-enqueue-token";
import { chooseLane, joinedLanes } from "@/lib/domain/lane/lane";
import { accessCodeHash } from "@/lib/secrets/access-code-hash";
import { enqueueTokenCrypto } from "@/lib/secrets/enqueue-token-crypto";
import type { Form } from "@/waiting-room/http/body";
import { type Exchange, HttpError } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import type { CredentialJoinRequest } from "@/waiting-room/line/join-with-credential";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { laneOfRule } from "./lane-of-rule";

/** A valid enqueue token or access code, and the lane that it leads to. */
export type JoinCredential = Pick<
  CredentialJoinRequest,
  "lane" | "tokenKey" | "tokenId" | "codeId"
>;

/**
 * The credential that a join carries: null, at once, for none. Throws or rejects with `HttpError` for a
 * token or a code that is not valid, and for none where the event is invite-only.
 */
export function readJoinCredential(
  context: ServerContext,
  exchange: Exchange,
  { line, form }: { readonly line: EventLine; readonly form: Form },
): JoinCredential | null | Promise<JoinCredential> {
  const { settings } = line;
  const tokenText = form.get("enqueueToken");
  const codeText = form.get("code")?.trim();
  if (tokenText) return credentialOfToken(context, exchange, { line, form, text: tokenText });
  if (codeText) {
    exchange.typedCode = codeText;
    const codeId = codeIdOf(context, line, codeText);
    return { lane: line.joinedLane, tokenKey: "", tokenId: "", codeId };
  }
  if (settings.inviteOnly) throw new HttpError("invitation-needed", undefined, settings);
  return null;
}

async function credentialOfToken(
  context: ServerContext,
  exchange: Exchange,
  sent: { readonly line: EventLine; readonly form: Form; readonly text: string },
): Promise<JoinCredential> {
  const token = await readToken(context, exchange, sent);
  const { relativeQuality } = token;
  // A connector that gives everybody a token says nothing of their lanes by it; the rule may.
  const byRule = relativeQuality === null ? await laneOfRule(context, sent.line, sent.form) : null;
  const lane = byRule?.lane ?? chooseLane(joinedLanes(sent.line.settings), relativeQuality);
  return { lane, tokenKey: token.key ?? "", tokenId: token.tokenIdentifier, codeId: "" };
}

async function readToken(
  context: ServerContext,
  exchange: Exchange,
  { line, text }: { readonly line: EventLine; readonly text: string },
): Promise<EnqueueToken> {
  const { customerId, eventId, formerDeletedAtMs } = line.settings;
  const customer = await context.customers.find(customerId);
  const { ofCustomer, ofEvent } = context.secrets.verifyingSecrets(line.settings, customer);
  const reading = readEnqueueToken(text, {
    customerId,
    eventId,
    secrets: ofCustomer,
    eventSecrets: ofEvent,
    nowMs: line.lineNow(),
    formerDeletedAtMs,
    clientIp: exchange.address,
    crypto: enqueueTokenCrypto,
  });
  if (!reading.ok) throw new HttpError("invitation-invalid", undefined, line.settings);
  return reading;
}

function codeIdOf({ eventKeys }: ServerContext, { settings }: EventLine, typed: string): string {
  const read = readTypedCode(typed);
  // Where all codes were made here, a typing mistake shows: it is no guess.
  if (read === null || !(read.isWellMade || settings.hasOwnCodes))
    throw new HttpError("code-mistyped", undefined, settings);
  const { customerId, eventId } = settings;
  return accessCodeId(
    { customerId, eventId, code: read.code },
    accessCodeHash(eventKeys.of(settings)),
  );
}
