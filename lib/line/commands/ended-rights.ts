import { type EventRef, eventKey, eventKeys } from "../keys";
import type { Redis } from "../redis-client";

const FIELDS_AT_ONCE = 1_000;

/** A use of an access code, and whose place it led to. */
export type CodeUse = { readonly codeId: string; readonly queueId: string };

/** The run whose rights are still to be given back; 0 for none. */
export async function runOfEndedRights(redis: Redis, event: EventRef): Promise<number> {
  return Number((await redis.hget(eventKey(event, "endedRights"), "-")) ?? 0);
}

/** Goes through the uses of access codes in that run, some at a time. A use may come twice. */
export async function* eachEndedCodeUse(
  redis: Redis,
  event: EventRef,
): AsyncGenerator<readonly CodeUse[]> {
  const { endedRights } = eventKeys(event);
  let cursor = "0";
  do {
    const [next, entries] = await redis.hscan(endedRights, cursor, "COUNT", FIELDS_AT_ONCE);
    yield entries.flatMap((field, index) => {
      if (index % 2 === 1 || !field.startsWith("c:")) return [];
      const [codeId = "", , , queueId = ""] = (entries[index + 1] ?? "").split(":");
      return [{ codeId, queueId }];
    });
    cursor = next;
  } while (cursor !== "0");
}

/** Nothing of that run is to be given back any more. */
export async function forgetEndedRights(redis: Redis, event: EventRef): Promise<void> {
  const { endedRights } = eventKeys(event);
  await redis.multi().unlink(endedRights).hset(endedRights, "-", "0").exec();
}
