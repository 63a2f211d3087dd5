import { falseNumber } from "@/lib/domain/false-queue/false-number";
import { readFalseId } from "@/lib/secrets/false-queue-id";
import { HttpError } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { publicLine } from "@/waiting-room/line/public-line";
import { type Place, placeAfterDraw } from "@/waiting-room/place/place";
import { falseLineOf } from "@/waiting-room/visit/false-queue/false-line";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { invalidIds } from "./aws-error";

/** Whose request id it is: the line as they meet it, and their place in it. */
export type Asking = { readonly line: EventLine; readonly place: Place };

/**
 * Opens a request id, which is the sealed place: nobody guesses or makes one. Null for one of another event or run, or one that
 * the draw has dropped. Throws 400 for what no request id looks like, and 503 where this process lacks its key.
 */
export function openRequestId(
  { sealer, eventKeys }: Pick<ServerContext, "sealer" | "eventKeys">,
  line: EventLine,
  requestId: unknown,
): Asking | null {
  if (typeof requestId !== "string" || !/^[\w-]{60,1366}$/.test(requestId)) throw invalidIds();
  const { settings } = line;
  const opened = sealer.open(settings, requestId);
  if (opened.type === "unknown-key") throw new HttpError("recovering", 5_000);
  if (opened.type === "forged" || opened.place.runId !== settings.runId) return null;
  if (opened.type === "false-place") {
    const { lane, runId, queueId, number } = opened.place;
    const falseCode = readFalseId(eventKeys.of(settings), runId, queueId);
    if (falseCode === null) return null;
    const shown = falseNumber(publicLine(line, lane), number);
    return { line: falseLineOf(line), place: { ...opened.place, number: shown, falseCode } };
  }
  const place = placeAfterDraw(opened.place, line.drawn);
  if (place === null) return null;
  line.notePresented(place.lane, place.number);
  return { line, place };
}
