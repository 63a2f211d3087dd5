import { createLogger } from "@/lib/platform/observability/logger";
import { isUnexpected } from "./problem";

const logger = createLogger("console");

/** Logs a failure that is not the caller's, with its cause. Refusals are not logged. */
export function reportError(error: unknown): void {
  if (isUnexpected(error)) logger.error({ error }, "A request failed.");
}
