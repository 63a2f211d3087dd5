import { disconnectDb } from "@/lib/db/client";
import { findReportedRun, writeReport } from "@/lib/services/operation/report/write-report";

/** A process of its own: writes one report, and prints how long that took and the most memory that it had. */
async function main(runId: string): Promise<void> {
  const run = await findReportedRun(runId);
  if (run === null) throw new Error("There is no such run.");
  const startedMs = performance.now();
  const { figures } = await writeReport(run);
  const reportSeconds = (performance.now() - startedMs) / 1_000;
  const reportMegabytes = process.resourceUsage().maxRSS / 1_024;
  await disconnectDb();
  console.log(JSON.stringify({ reportSeconds, reportMegabytes, rows: figures.rows }));
}

await main(process.argv[2] ?? "");
