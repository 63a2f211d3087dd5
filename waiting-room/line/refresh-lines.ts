import { type TickRequest, tickEvents } from "@/lib/line/commands/tick";
import type { Redis } from "@/lib/line/redis-client";
import type { TickReply } from "@/lib/line/scripts/tick";

/** Lines in one call: more would block Redis for longer, fewer would cost both sides more. */
const LINES_PER_CALL = 16;

type RefreshedLine = {
  request(): TickRequest;
  take(reply: TickReply, sentAtMs: number): Promise<void>;
};

/**
 * Ticks lines and hands each its reply, several with each call. Answers the failures and never rejects; the
 * failure of one line touches no other.
 */
export async function refreshLines(
  redis: Redis,
  lines: readonly RefreshedLine[],
): Promise<unknown[]> {
  const calls: Promise<unknown[]>[] = [];
  for (let from = 0; from < lines.length; from += LINES_PER_CALL)
    calls.push(refreshTogether(redis, lines.slice(from, from + LINES_PER_CALL)));
  return (await Promise.all(calls)).flat();
}

async function refreshTogether(redis: Redis, lines: readonly RefreshedLine[]): Promise<unknown[]> {
  const sentAtMs = performance.now();
  try {
    const requests = lines.map((line) => line.request());
    const replies = await tickEvents(redis, requests);
    const taken = lines.map((line, index) => take(line, replies[index], sentAtMs));
    return (await Promise.all(taken)).flat();
  } catch (error) {
    return [error];
  }
}

async function take(
  line: RefreshedLine,
  reply: TickReply | Error | undefined,
  sentAtMs: number,
): Promise<unknown[]> {
  try {
    if (reply === undefined || reply instanceof Error) throw reply;
    await line.take(reply, sentAtMs);
    return [];
  } catch (error) {
    return [error];
  }
}
