import { nothingKnown, tellLineChanges } from "@/lib/services/relay/line/tell-changes";
import type { WorkerDependencies } from "../dependencies";

/** Lines at rest are looked at less often. */
export const LINE_CHANGES = { everyMs: 2_000, idleMs: 30_000 } as const;

const known = nothingKnown();

/** Raises what has changed at open lines, and forgets those that are open no more. */
export async function processLineChanges({ redis, openEvents }: WorkerDependencies): Promise<void> {
  await tellLineChanges(redis, await openEvents.due(LINE_CHANGES), known);
  const open = await openEvents.get();
  if (known.lines.size <= open.length) return;
  const ids = new Set(open.map(({ id }) => id));
  for (const id of known.lines.keys()) if (!ids.has(id)) known.lines.delete(id);
}
