import type { Redis } from "ioredis";
import { type TickRequest, tickEvents } from "@/lib/line/commands/tick";
import type { TickReply } from "@/lib/line/scripts/tick";

/** Moved on by one call: more would keep Redis from others for longer, fewer would cost both sides more. */
const TOGETHER = 16;

type RefreshedLine = {
  tickRequest(): TickRequest;
  takeTick(reply: TickReply, sentAtMs: number): Promise<void>;
};

/**
 * Moves lines on, several with each call. Answers what went wrong; never rejects, and a line that cannot be
 * moved on keeps no other from it.
 */
export async function refreshLines(
  redis: Redis,
  lines: readonly RefreshedLine[],
): Promise<unknown[]> {
  const calls: Promise<unknown[]>[] = [];
  for (let from = 0; from < lines.length; from += TOGETHER)
    calls.push(refreshTogether(redis, lines.slice(from, from + TOGETHER)));
  return (await Promise.all(calls)).flat();
}

async function refreshTogether(redis: Redis, lines: readonly RefreshedLine[]): Promise<unknown[]> {
  const sentAtMs = performance.now();
  try {
    const requests = lines.map((line) => line.tickRequest());
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
    await line.takeTick(reply, sentAtMs);
    return [];
  } catch (error) {
    return [error];
  }
}
