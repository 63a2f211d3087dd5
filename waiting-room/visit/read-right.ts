import { accessCodeId, readAccessCode } from "@/lib/domain/access-code/access-code";
import { type EnqueueToken, readEnqueueToken } from "@/lib/domain/enqueue-token/read-enqueue-token";
import { chooseLane } from "@/lib/domain/lane/lane";
import { accessCodeHash } from "@/lib/secrets/access-code-hash";
import { enqueueTokenCrypto } from "@/lib/secrets/enqueue-token-crypto";
import type { Form } from "@/waiting-room/http/body";
import { type Exchange, HttpError } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import type { RightRequest } from "@/waiting-room/line/line-calls";
import type { Room } from "./server-context";

export type Right = Pick<RightRequest, "lane" | "tokenKey" | "tokenId" | "codeId">;

/**
 * What a join rests on besides the wish to join: null for nothing, at once. Throws or rejects with
 * `HttpError` for a token or a code that is not good, and where an event takes nobody without one.
 */
export function readRight(
  room: Room,
  exchange: Exchange,
  { line, form }: { readonly line: EventLine; readonly form: Form },
): Right | null | Promise<Right> {
  const { settings } = line;
  const tokenText = form.get("enqueueToken");
  const codeText = form.get("code")?.trim();
  if (tokenText) return rightByToken(room, exchange, { line, text: tokenText });
  if (codeText) {
    const lane = chooseLane(settings.lanes, { relativeQuality: null, codeLane: null });
    return { lane, tokenKey: "", tokenId: "", codeId: codeIdOf(room, line, codeText) };
  }
  if (settings.inviteOnly) throw new HttpError("invitation-needed", undefined, settings);
  return null;
}

async function rightByToken(
  room: Room,
  exchange: Exchange,
  invitation: { readonly line: EventLine; readonly text: string },
): Promise<Right> {
  const token = await readToken(room, exchange, invitation);
  const quality = { relativeQuality: token.relativeQuality, codeLane: null };
  const lane = chooseLane(invitation.line.settings.lanes, quality);
  return { lane, tokenKey: token.key ?? "", tokenId: token.tokenIdentifier, codeId: "" };
}

async function readToken(
  room: Room,
  exchange: Exchange,
  { line, text }: { readonly line: EventLine; readonly text: string },
): Promise<EnqueueToken> {
  const { customerId, eventId } = line.settings;
  const customer = await room.node.customer(customerId);
  const { ofCustomer, ofEvent } = room.secrets.verifyingSecrets(line.settings, customer);
  const reading = readEnqueueToken(text, {
    customerId,
    eventId,
    secrets: ofCustomer,
    eventSecrets: ofEvent,
    nowMs: line.lineNow(),
    clientIp: exchange.address,
    crypto: enqueueTokenCrypto,
  });
  if (!reading.ok) throw new HttpError("invitation-invalid", undefined, line.settings);
  return reading;
}

function codeIdOf({ masters }: Room, { settings }: EventLine, typed: string): string {
  const reading = readAccessCode(typed);
  if (!reading.ok) throw new HttpError("code-mistyped", undefined, settings);
  const { customerId, eventId } = settings;
  return accessCodeId({ customerId, eventId, code: reading.code }, accessCodeHash(masters[0]));
}
