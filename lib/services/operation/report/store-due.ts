import { db } from "@/lib/db/client";
import { SETTLED_MS, storeReport } from "./inner/stored-report";
import { REPORTED_RUN } from "./write-report";

/** Counting millions of admissions takes a while: the next round goes on with the next run. */
const RUNS_IN_A_ROUND = 3;

let isAtWork = false;

/**
 * Counts the runs that are over and have no report yet, the newest first. May be repeated, overlap and be killed: a run that was
 * counted twice has the same report. Test copies have none.
 */
export async function storeDueReports(now = new Date()): Promise<{ readonly stored: number }> {
  // A round that takes longer than the time between two is not begun again in the same process.
  if (isAtWork) return { stored: 0 };
  isAtWork = true;
  try {
    const runs = await db().run.findMany({
      where: {
        endedAt: { lte: new Date(now.getTime() - SETTLED_MS) },
        report: null,
        event: { testOf: null },
      },
      orderBy: { endedAt: "desc" },
      take: RUNS_IN_A_ROUND,
      select: REPORTED_RUN,
    });
    for (const run of runs) await storeReport(run, now);
    return { stored: runs.length };
  } finally {
    isAtWork = false;
  }
}
