import type { Redis } from "ioredis";
import { fromHex, toHex } from "@/lib/domain/draw/bytes";
import type { DecidedDraw } from "@/lib/domain/draw/renumber";
import { type EventRef, eventKeys } from "../keys";
import { readFields } from "../read-fields";

/** The numbers of a run after its draw, as the line keeps them; null where it has none. */
export async function readDecidedDraw(
  redis: Redis,
  event: EventRef & { readonly runId: number },
): Promise<DecidedDraw | null> {
  const names = ["run", "key", "groups", "lastIndex"] as const;
  const { drawOrder } = eventKeys(event);
  const { run, key, groups, lastIndex } = await readFields(redis, "drawOrder", drawOrder, names);
  if (!key || run !== event.runId) return null;
  return { key: fromHex(key), groups: parseRanges(groups ?? ""), lastIndex: lastIndex ?? 0 };
}

/** The fields in which the settling script writes a decided draw. */
export function drawOrderFields({ key, groups }: DecidedDraw) {
  return {
    orderKey: toHex(key),
    groups: groups.map(({ firstIndex, count }) => `${firstIndex}:${count};`).join(""),
  };
}

function parseRanges(text: string): DecidedDraw["groups"] {
  return [...text.matchAll(/(\d+):(\d+);/g)].map(([, firstIndex, count]) => ({
    firstIndex: Number(firstIndex),
    count: Number(count),
  }));
}
