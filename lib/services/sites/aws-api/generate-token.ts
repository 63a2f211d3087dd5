import { createPrivateKey } from "node:crypto";
import { db } from "@/lib/db/client";
import type { EventSettings } from "@/lib/domain/event/settings";
import { type Asked, enterPlace } from "@/lib/line/commands/enter-place";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { type AwsSecrets, openAwsSecrets } from "@/lib/secrets/aws-api";
import { type AwsTokens, claimOfRequest, signAwsTokens } from "@/lib/secrets/aws-tokens";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { forbidden, invalidField, preconditionFailed } from "@/lib/services/ground/errors";
import { changeLine, readFromLine } from "@/lib/services/ground/line-redis";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { toAwsApiView } from "./aws-api-view";
import { type GenerateAwsTokenInput, generateAwsTokenInput } from "./schemas";

/** The tokens, or how the line has refused. */
export type GeneratedToken =
  | { readonly type: "tokens"; readonly tokens: AwsTokens }
  | { readonly type: "refused"; readonly why: Refusal };

type Refusal = "busy" | Exclude<Extract<Asked, { type: "asked" }>["outcome"]["type"], "admitted">;

/**
 * Lets the holder of a place in for a program, by the script by which everybody goes in, and answers tokens: of another issuer and
 * for less than the session, where that is asked for. Throws `invalid` for a place of another run and for an event without an order
 * of numbers, and `forbidden` for a place whose browser holds a key: no program proves that it does.
 */
export const generateAwsToken = defineVerb(
  "event:operate",
  generateAwsTokenInput,
  async (context, input): Promise<GeneratedToken> => {
    const { id: customerId, wireId } = context.customer;
    const event = await getEventOfCustomer(db(), context, input.eventId);
    const row = await db().awsApi.findUnique({ where: { customerId } });
    if (row?.isOn !== true) throw preconditionFailed("Turn on Virtual Waiting Room on AWS first.");
    const settings = await readFromLine((redis) =>
      readPublishedEvent(redis, wireId, input.eventId),
    );
    if (settings === null) throw preconditionFailed("The event has no line yet.");
    requireAllowed(settings, input);
    const claim = claimOfRequest(input.requestId);
    const asked = await changeLine((redis) => enterPlace(redis, settings, input.place, claim));
    if (asked.type === "busy") return { type: "refused", why: "busy" };
    const { outcome, permit, lineTimeMs } = asked;
    if (outcome.type !== "admitted") return { type: "refused", why: outcome.type };
    const { number, lane, queueId } = input.place;
    await withTransaction(context, (tx) =>
      recordAudit(tx, context, {
        verb: "aws-api.generate-token",
        subject: event.id,
        summary: `generated a token for place ${number} of ${event.name}`,
        details: { run: settings.runId, lane, number },
      }),
    );
    const issuedAt = Math.floor(outcome.admittedAtMs / 1_000);
    const sessionSeconds = 60 * settings.sessionMinutes;
    const lasts = Math.min(input.validitySeconds ?? sessionSeconds, sessionSeconds);
    const issuer = input.issuer ?? toAwsApiView(wireId, row).publicUrl;
    const about = { issuer, eventId: input.eventId, subject: input.requestId, number, queueId };
    const bearer = { ...about, issuedAt, expires: issuedAt + lasts };
    const secrets = openAwsSecrets(masterKeysFromEnvironment(), wireId, row.sealed);
    const tokens = await signAwsTokens(permit, signerOf(secrets), bearer, lineTimeMs);
    return { type: "tokens", tokens };
  },
);

function requireAllowed(settings: EventSettings, { place }: GenerateAwsTokenInput): void {
  const { runId, method, admission, draw, isTest, protection } = settings;
  if (place.runId !== runId) throw invalidField("requestId", "Invalid request ID");
  const hasOrder = method === "fifo" && admission === null && draw === null && isTest !== true;
  if (!hasOrder)
    throw invalidField("eventId", "This call is for events that admit first come, first served.");
  if (place.keyPrint !== null && protection?.possession.isAsked === true)
    throw forbidden("The visitor's browser has to ask: it holds the key of this place.");
}

function signerOf({ signing: [first] }: AwsSecrets) {
  if (first === undefined) throw new Error("No key signs for the AWS API.");
  return { kid: first.kid, signing: createPrivateKey({ key: first.jwk, format: "jwk" }) };
}
