import { HttpError } from "@/waiting-room/http/http";
import { LineUnavailable } from "@/waiting-room/line/line-unavailable";

const RETRY_AFTER_MS = 2_000;

/** What a visitor is told whose call the line did not carry out; what nobody expected is logged. */
export function lineFailure(error: unknown, log: (error: unknown) => void): HttpError {
  if (error instanceof LineUnavailable) return new HttpError("recovering", error.retryAfterMs);
  log(error);
  return new HttpError("recovering", RETRY_AFTER_MS);
}
