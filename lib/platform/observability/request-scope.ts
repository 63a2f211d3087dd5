import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

// On the global object: the server and the bundle of Next.js each have a copy of this module.
const holder: typeof globalThis & { stanchionRequests?: AsyncLocalStorage<string> | undefined } =
  globalThis;

const REQUEST_ID = /^[\w.-]{1,64}$/;

/** The id that a caller gives a request in `x-request-id`, if it is one; else a new one. */
export function requestIdOf(given: string | null | undefined): string {
  return given && REQUEST_ID.test(given) ? given : randomUUID();
}

/**
 * Answers a request under its id, which it has in `x-request-id` from here on: everything that is logged meanwhile
 * carries it.
 */
export function inRequest<Result>(
  { headers }: IncomingMessage,
  answer: (requestId: string) => Result,
): Result {
  const requestId = requestIdOf([headers["x-request-id"]].flat()[0]);
  headers["x-request-id"] = requestId;
  holder.stanchionRequests ??= new AsyncLocalStorage();
  return holder.stanchionRequests.run(requestId, () => answer(requestId));
}

/** The id of the request that is being answered; undefined outside of any. */
export function currentRequestId(): string | undefined {
  return holder.stanchionRequests?.getStore();
}
