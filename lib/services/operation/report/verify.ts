import { compareWithCounted, type FairnessFinding } from "@/lib/domain/fairness/check-report";
import type { FairnessReport } from "@/lib/domain/fairness/report-file";
import type { RunSums } from "@/lib/domain/figures/sums";
import { countRun } from "./inner/count-run";
import { findReportedRun, sumPeople, verifyDraw } from "./write-report";

/**
 * Compares a report with what the database holds now: counts its admissions anew and checks its draw again. Answers the first
 * thing that differs, null where nothing does.
 */
export async function verifyWithDatabase(report: FairnessReport): Promise<FairnessFinding | null> {
  const run = await findReportedRun(report.runKey);
  if (run === null) return finding("admissions", "The database does not contain this run.");
  const { startMs, safetyNetPerMinute, countedThroughMs: throughMs, admissions } = report;
  const fixed = {
    ...{ startMs, safetyNetPerMinute, stepMs: admissions.stepMs },
    setsApart: report.figures.totals.outOfTurn !== undefined,
    // A report of an older version was measured by the minute.
    ...(report.inForce === undefined ? { inForce: undefined } : {}),
  };
  const counted = await countRun(run, { throughMs, fixed });
  const other = compareWithCounted(report, counted);
  if (other !== null) return other;
  const { outflow, inForce } = counted.inputs;
  if (JSON.stringify([outflow, inForce]) !== JSON.stringify([report.outflow, report.inForce]))
    return finding("figures", "The outflow per minute differs from the database.");
  const people = await sumPeople(run.id, counted.figures);
  if (report.people !== undefined && (people === undefined || differs(report.people, people)))
    return finding("figures", "What became of everybody differs from the database.");
  const draw = await verifyDraw(run.id);
  if (JSON.stringify(draw) !== JSON.stringify(report.draw))
    return finding("draw", "The draw differs from the database.");
  return null;
}

function finding(part: FairnessFinding["part"], text: string): FairnessFinding {
  return { part, at: null, until: null, text };
}

/** Whoever opens the page after the run arrives, and is turned away: those may have become more. */
function differs(told: RunSums, counted: RunSums): boolean {
  const { arrived, turnedAway: _told, ...others } = told;
  const { arrived: arrivedNow, turnedAway: _now, ...othersNow } = counted;
  return arrivedNow < arrived || JSON.stringify(others) !== JSON.stringify(othersNow);
}
