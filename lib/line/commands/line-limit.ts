import { type EventRef, eventKeys } from "../keys";
import { readFields } from "../read-fields";
import type { Redis } from "../redis-client";
import { fieldValues } from "../scripts/field-values";
import { runPutSettings } from "../scripts/settings";

/** Newer than any settings: the line takes it, and keeps the version that it has. */
const WHATEVER_VERSION = Number.MAX_SAFE_INTEGER;

/**
 * Sets how many may wait, apart from the settings, whose next version replaces it. A line of another run, or
 * none, is left alone.
 */
export async function putLineLimit(
  redis: Redis,
  event: EventRef,
  { runId, lineLimit }: { readonly runId: number; readonly lineLimit: number },
): Promise<void> {
  const keys = eventKeys(event);
  const held = await readFields(redis, "line", keys.line, ["lineLimit"]);
  if (held.lineLimit === lineLimit) return;
  await runPutSettings(
    redis,
    keys,
    { runId, version: WHATEVER_VERSION },
    fieldValues({ lineLimit }),
  );
}
