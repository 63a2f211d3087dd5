import { readSessions } from "@/lib/services/operation/admission/read-sessions";
import type { PrivateCall } from "./answer-private";

/** `GET num_active_tokens?event_id=`: visitors whose tokens are valid, and whose visit nobody has ended where seats are counted. */
export async function numActiveTokens({ context, eventId }: PrivateCall) {
  const { active } = await readSessions(context, { eventId });
  return { active_tokens: active };
}

/** `GET expired_tokens?event_id=`: the queue ids of those whose tokens have expired, the newest first. */
export async function expiredTokens({ context, eventId }: PrivateCall) {
  return (await readSessions(context, { eventId })).expired;
}
