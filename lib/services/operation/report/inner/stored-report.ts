import { z } from "zod";
import { db } from "@/lib/db/client";
import { type ReportedRun, type UnsignedReport, writeReport } from "../write-report";

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
  await db().runReport.upsert({
    where: { runId: run.id },
    create: { runId: run.id, text, countedAt: now },
    update: { text, countedAt: now },
  });
  return report;
}
