import { HttpError } from "@/waiting-room/http/http";
import { LineUnavailable } from "@/waiting-room/line/line-unavailable";

const RETRY_AFTER_MS = 2_000;

/** The answer to a visitor whose call to the line failed. Logs the failure unless it is an expected one. */
export function lineFailure(error: unknown, log: (error: unknown) => void): HttpError {
  if (error instanceof LineUnavailable) return new HttpError("recovering", error.retryAfterMs);
  log(error);
  return new HttpError("recovering", RETRY_AFTER_MS);
}
