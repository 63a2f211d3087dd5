import { db } from "@/lib/db/client";
import type { LiveOutcome } from "@/lib/domain/rehearsal/live";
import type { WhatIfOutcome } from "@/lib/domain/rehearsal/what-if";

type Outcome = WhatIfOutcome | LiveOutcome;

/** Says that a rehearsal is being played and how far it is. Answers whether it goes on: false once somebody stopped it. */
export async function noteProgress(
  id: string,
  { progress, outcome }: { readonly progress: number; readonly outcome: Outcome | null },
): Promise<boolean> {
  const [row] = await db().rehearsal.updateManyAndReturn({
    where: { id, state: "running" },
    data: { beatAt: new Date(), progress, ...(outcome === null ? {} : { outcome }) },
    omit: { plan: true, outcome: true },
  });
  return row !== undefined && row.stopAskedAt === null;
}

/** How a rehearsal ended. */
export type Ending =
  | { readonly state: "done" | "stopped"; readonly outcome: Outcome | null }
  | { readonly state: "failed"; readonly problem: string }
  /** The process closes: a what-if is begun anew by another. */
  | { readonly state: "given-back" };

/** Ends a rehearsal that this process has played. What is over already stays as it is. */
export async function endRehearsal(id: string, ending: Ending): Promise<void> {
  const where = { id, state: "running" as const };
  const endedAt = new Date();
  if (ending.state === "given-back") {
    await db().rehearsal.updateMany({
      where: { ...where, kind: "what_if" },
      data: { state: "queued", progress: 0, attempts: { decrement: 1 } },
    });
    const problem = "The worker stopped during the run. Start it again.";
    await db().rehearsal.updateMany({ where, data: { state: "failed", endedAt, problem } });
    return;
  }
  const data =
    ending.state === "failed"
      ? { state: ending.state, endedAt, problem: ending.problem }
      : {
          state: ending.state,
          endedAt,
          ...(ending.state === "done" ? { progress: 100 } : {}),
          ...(ending.outcome && { outcome: ending.outcome }),
        };
  await db().rehearsal.updateMany({ where, data });
}
