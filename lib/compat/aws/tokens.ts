import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { readSessions } from "@/lib/services/operation/admission/read-sessions";
import { type GeneratedToken, generateAwsToken } from "@/lib/services/sites/aws-api/generate-token";
import type { PrivateCall } from "./answer-private";
import { AwsRefusal } from "./refusal";

/** `GET num_active_tokens?event_id=`: visitors whose tokens are valid, and whose visit nobody has ended where seats are counted. */
export async function numActiveTokens({ context, eventId }: PrivateCall) {
  const { active } = await readSessions(context, { eventId });
  return { active_tokens: active };
}

/** `GET expired_tokens?event_id=`: the queue ids of those whose tokens have expired, the newest first. */
export async function expiredTokens({ context, eventId }: PrivateCall) {
  return (await readSessions(context, { eventId })).expired;
}

/**
 * `POST generate_token` `{"event_id", "request_id", "issuer"?, "validity_period"?}`: lets in whoever was called, as the public call
 * does. The period is in seconds, and ends with the session at the latest.
 */
export async function generateToken({ context, openPlace, eventId, fields }: PrivateCall) {
  const requestId = String(fields["request_id"] ?? "");
  const event = await getEventOfCustomer(db(), context, eventId);
  const { type, place } = openPlace(eventRef(event, context.customer), requestId);
  // Nobody is told which places are worth nothing.
  if (type === "false-place") throw refusalOf("early");
  if (place === undefined) throw new AwsRefusal(400, "Invalid request ID");
  const { runId, lane, number, queueId, moves, keyPrint } = place;
  const generated = await generateAwsToken(context, {
    ...{ eventId, requestId, place: { runId, lane, number, queueId, moves, keyPrint } },
    // Read by the schema, which says what is wrong with them.
    issuer: fields["issuer"] as string | undefined,
    validitySeconds: fields["validity_period"] as number | undefined,
  });
  if (generated.type === "refused") throw refusalOf(generated.why);
  return generated.tokens;
}

function refusalOf(why: Extract<GeneratedToken, { type: "refused" }>["why"]): AwsRefusal {
  switch (why) {
    case "busy":
    case "early":
    case "closed":
    case "wait":
      return new AwsRefusal(202, "Request ID not being served yet");
    case "soldout":
      return new AwsRefusal(410, "Sold out");
    default:
      return new AwsRefusal(410, "Token corresponding to request id has expired");
  }
}
