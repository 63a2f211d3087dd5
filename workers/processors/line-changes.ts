import { isQuiet, nothingKnown, tellLineChanges } from "@/lib/services/relay/line/tell-changes";
import type { WorkerDependencies } from "../dependencies";

/** Lines at rest are looked at less often. */
export const LINE_CHANGES = { everyMs: 2_000, idleMs: 30_000 } as const;

const known = nothingKnown();

/** Raises what has changed at open lines, and forgets those that are open no more. */
export async function processLineChanges({ redis, openEvents }: WorkerDependencies): Promise<void> {
  const due = await openEvents.due(LINE_CHANGES, (event) => isQuiet(event, known));
  await tellLineChanges(redis, due, known);
  const open = await openEvents.get();
  if (known.lines.size <= open.length) return;
  const ids = new Set(open.map(({ id }) => id));
  for (const id of known.lines.keys()) if (!ids.has(id)) known.lines.delete(id);
}
