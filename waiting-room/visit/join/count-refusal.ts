import type { Refusal } from "@/lib/domain/figures/figures";
import type { HttpError } from "@/waiting-room/http/http";
import type { MessageCode } from "@/waiting-room/http/messages";
import type { EventLine } from "@/waiting-room/line/event-line";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { whatIsOpen } from "@/waiting-room/visit/visit";

/** The messages that send a visitor away from an event, and as what each is counted. */
const REFUSAL_OF: Partial<Readonly<Record<MessageCode, Refusal>>> = {
  "invitation-needed": "refused-uninvited",
  "invitation-invalid": "refused-uninvited",
  "invitation-used": "refused-code-used",
  "code-mistyped": "refused-code",
  "code-unknown": "refused-code",
  "code-spent": "refused-code-used",
  "code-revoked": "refused-code-used",
  "code-early": "refused-code-used",
  "code-late": "refused-code-used",
  "code-guesses": "refused-guesses",
};

/** Counts a failure that is the refusal of an event; others are none. */
export function countRefusal(context: ServerContext, { code, settings }: HttpError): void {
  const refusal = REFUSAL_OF[code];
  if (refusal === undefined || settings === null) return;
  const line = context.lines.known(settings);
  line?.counts.note(refusal, line.defaultLane);
}

/** Why an event takes no joins now. */
export function refusalOfClosed(line: EventLine): Refusal {
  const { phase } = whatIsOpen(line);
  if (phase === "before") return "refused-early";
  return phase === "ended" || phase === "stopped" ? "refused-ended" : "refused-closed";
}
