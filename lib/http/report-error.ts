import { pino } from "pino";
import { isUnexpected } from "./problem";

const logger = pino({ name: "console" });

/** Logs a failure that is not the caller's, with its cause. Refusals are not logged. */
export function reportError(error: unknown, requestId?: string): void {
  if (isUnexpected(error)) logger.error({ err: error, requestId }, "a request failed");
}
