import { createHash, timingSafeEqual } from "node:crypto";
import { redeem } from "@/lib/line/commands/redemptions";
import { type Form, readForm } from "@/waiting-room/http/body";
import { type Exchange, header } from "@/waiting-room/http/http";
import { lineFailure } from "@/waiting-room/visit/join/line-failure";
import { permitOf } from "@/waiting-room/visit/visit";
import type { AwsAnswer, AwsCall } from "../aws-call";
import { AwsError } from "../aws-error";
import { lineOf } from "../in-line";
import { tokensOf } from "../tokens";
import { type Grant, openGrant } from "./code";

const CODE_MS = 60_000;
const HASH_CHARACTERS = 16;

/** `POST token`: the tokens of an admission for its code, once, for the client that it was given to. */
export async function exchangeCode(call: AwsCall): Promise<AwsAnswer> {
  const { context, exchange, api } = call;
  const form = await readForm(exchange);
  const clientId = clientOf(call, form);
  if (form.get("grant_type") !== "authorization_code")
    throw new AwsError(400, "unsupported_grant_type");
  const code = form.get("code") ?? "";
  const grant = openGrant(context, api.customerId, code);
  if (grant === null || grant.eventId !== clientId || !isFor(grant, form)) throw invalidGrant();
  const line = await lineOf(call, clientId);
  const { settings } = line;
  const { queueId, admittedAtMs, nonce } = grant;
  const isLate = line.lineNow() - grant.givenAtMs > CODE_MS || grant.runId !== settings.runId;
  const permit = permitOf(line, "again");
  if (isLate || permit === null) throw invalidGrant();
  const isFirst = await Promise.all([
    line.seatEnd(grant),
    redeem(context.redis, settings, {
      ...{ instance: null, batch: null, failOpen: 0 },
      used: [{ queueId, tokenHash: sha256(code).toString("hex").slice(0, HASH_CHARACTERS) }],
    }),
  ]).then(
    ([seatEndMs, refused]) => seatEndMs >= 0 && refused.length === 0,
    (error: unknown) => {
      throw lineFailure(error, context.log);
    },
  );
  if (!isFirst) throw invalidGrant();
  const bearer = { settings, place: grant, admission: { admittedAtMs }, subject: queueId };
  return tokensOf(permit, api, bearer, line.lineNow(), nonce === null ? {} : { nonce });
}

const invalidGrant = () => new AwsError(400, "invalid_grant");

/** The client that shows its secret, in the header or in the form. */
function clientOf({ exchange, api }: AwsCall, form: Form): string {
  const [id, secret] = basicOf(exchange) ?? [form.get("client_id"), form.get("client_secret")];
  const client = api.clients.find(({ eventId }) => eventId === id);
  const held = Buffer.from(client?.secretHash ?? "", "hex");
  const shown = sha256(secret ?? "");
  if (client !== undefined && held.length === shown.length && timingSafeEqual(held, shown))
    return client.eventId;
  exchange.response.setHeader("www-authenticate", 'Basic realm="token"');
  throw new AwsError(401, "invalid_client");
}

function basicOf({ request }: Exchange): readonly [string, string] | null {
  const [, text] =
    /^Basic +([\w+/=-]{1,1000})$/i.exec(header(request, "authorization") ?? "") ?? [];
  if (text === undefined) return null;
  const pair = Buffer.from(text, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  try {
    return [decodeURIComponent(pair.slice(0, colon)), decodeURIComponent(pair.slice(colon + 1))];
  } catch {
    return ["", ""];
  }
}

/** Whether the code was given for this redirect URI, and to who knows what its challenge was made of. */
function isFor({ redirectUri, challenge }: Grant, form: Form): boolean {
  if (form.get("redirect_uri") !== redirectUri) return false;
  const verifier = form.get("code_verifier");
  if (challenge === null) return verifier === null;
  return verifier !== null && sha256(verifier).toString("base64url") === challenge;
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
