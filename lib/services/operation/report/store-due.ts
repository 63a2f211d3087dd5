import { db } from "@/lib/db/client";
import { Attempts } from "@/lib/services/ground/attempts";
import { SETTLED_MS, storeReport } from "./inner/stored-report";
import { REPORTED_RUN, type ReportedRun } from "./write-report";

/** Counting millions of admissions takes a while: the next round goes on with the next run. */
const RUNS_IN_A_ROUND = 3;
/** So many that cannot be counted hold up nobody else. */
const RUNS_TRIED = 50;

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
      take: RUNS_TRIED,
      select: REPORTED_RUN,
    });
    return { stored: await storeSome(runs, now) };
  } finally {
    isAtWork = false;
  }
}

async function storeSome(runs: readonly ReportedRun[], now: Date): Promise<number> {
  const attempts = new Attempts();
  let stored = 0;
  for (const run of runs) {
    if (stored === RUNS_IN_A_ROUND) break;
    const isStored = await attempts.try(() => storeReport(run, now).then(() => true));
    if (isStored) stored += 1;
  }
  attempts.end((failed) => `${failed} runs could not be counted.`);
  return stored;
}
