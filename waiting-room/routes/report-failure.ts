import { randomUUID } from "node:crypto";
import type { Exchange } from "@/waiting-room/http/http";
import type { ServerContext } from "@/waiting-room/visit/server-context";

/** Logs a failure that nobody foresaw, under an id that the answer names in `request-id`. */
export function reportFailure(
  { log }: ServerContext,
  { request, response }: Exchange,
  error: unknown,
): void {
  const requestId = randomUUID();
  if (!response.headersSent) response.setHeader("request-id", requestId);
  log(error, { requestId, ...request.trace });
}
