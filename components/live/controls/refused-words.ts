import type { ActionResult } from "@/lib/http/action-result";
import type { PausedEvent } from "@/lib/services/event/control/pause";

/** A pause whose words were refused, as a refusal that says both, so that its form keeps them. */
export function refusedWords<Paused extends Pick<PausedEvent, "messageRefusal">>(
  result: ActionResult<Paused>,
): ActionResult<Paused> {
  if (!result.ok || result.data.messageRefusal === null) return result;
  const message = `Paused without your message: ${result.data.messageRefusal}`;
  return { ok: false, error: { code: "message_refused", message } };
}
