import type { Redis } from "ioredis";
import type { TickReply } from "./scripts/line-state";
import { type TickRequest, tickEvents } from "./tick";

/** Moved on by one call: more would keep Redis from visitors for longer, fewer would cost both sides more. */
const TOGETHER = 16;

type RefreshedLine = {
  tickRequest(): TickRequest;
  takeTick(reply: TickReply, sentAtMs: number): Promise<void>;
};

/**
 * Moves lines on, several with each call and one call at a time, so that visitors' calls go between.
 * Answers what went wrong: a line that cannot be moved on keeps no other from it, but a call that fails
 * is the last one.
 */
export async function refreshLines(
  redis: Redis,
  lines: readonly RefreshedLine[],
): Promise<unknown[]> {
  const failures: Promise<unknown[]>[] = [];
  for (let from = 0; from < lines.length; from += TOGETHER) {
    const together = lines.slice(from, from + TOGETHER);
    const sentAtMs = performance.now();
    try {
      const replies = await tickEvents(
        redis,
        together.map((line) => line.tickRequest()),
      );
      failures.push(...together.map((line, index) => take(line, replies[index], sentAtMs)));
    } catch (error) {
      failures.push(Promise.resolve([error]));
      break;
    }
  }
  return (await Promise.all(failures)).flat();
}

/** Never rejects: what follows from an answer may fail while the next call is under way. */
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
