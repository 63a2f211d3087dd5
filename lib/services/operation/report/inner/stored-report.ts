import { z } from "zod";
import { db } from "@/lib/db/client";
import { raiseAtRun } from "@/lib/services/ground/raise-at-run";
import { type ReportedRun, type UnsignedReport, writeReport } from "../write-report";

const READY = { type: "report.ready", sentence: "The report of {event} is ready" } as const;

/** So long after its end everything that happened in a run is stored, unless something is away. */
export const SETTLED_MS = 60_000;

/** Written by `storeReport` alone. */
const stored = z.custom<UnsignedReport>((value) => typeof value === "object" && value !== null);

/** The report of a run that was counted once it was over; null before that. */
export async function readStoredReport(runId: string): Promise<UnsignedReport | null> {
  const row = await db().runReport.findUnique({ where: { runId } });
  return row === null ? null : stored.parse(JSON.parse(row.text));
}

/** Counts a run that is over and keeps the report. Twice gives the same but for the moment of writing. */
export async function storeReport(run: ReportedRun, now: Date): Promise<UnsignedReport> {
  const report = await writeReport(run, now);
  const text = JSON.stringify(report);
  const counted = { text, countedAt: now };
  await db().$transaction(async (tx) => {
    const data = { runId: run.id, ...counted };
    const { count } = await tx.runReport.createMany({ data, skipDuplicates: true });
    if (count > 0) await raiseAtRun(tx, run.id, READY);
    else await tx.runReport.update({ where: { runId: run.id }, data: counted });
  });
  return report;
}
