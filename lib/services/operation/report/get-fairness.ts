import { defineVerb } from "@/lib/services/ground/define-verb";
import { getRunOfCustomer, runIdInput } from "./find-run";
import { readStoredReport } from "./inner/stored-report";
import { type ReportedRun, type UnsignedReport, writeReport } from "./write-report";

/** What goes on is counted again after so long, however many look at it. */
const KEPT_MS = 30_000;

export type FairnessView = Pick<
  UnsignedReport,
  "figures" | "method" | "draw" | "countedThroughMs"
> & {
  /** False while the run goes on, or was over so shortly before that something may be missing. */
  readonly isFinal: boolean;
  readonly writtenAt: string;
};

const underWay = new Map<
  string,
  { readonly atMs: number; readonly report: Promise<UnsignedReport> }
>();

/**
 * What is recomputed from the admissions of a run: as it was stored when the run was over, else counted now, once for all
 * who look at the same time.
 */
export const getFairness = defineVerb(
  "report:read",
  runIdInput,
  async (context, { runId }): Promise<FairnessView> => {
    const run = await getRunOfCustomer(context, runId);
    const stored = await readStoredReport(run.id);
    const report = stored ?? (await countOnce(run));
    const { figures, method, draw, countedThroughMs, writtenAtMs } = report;
    const writtenAt = new Date(writtenAtMs).toISOString();
    return { figures, method, draw, countedThroughMs, isFinal: stored !== null, writtenAt };
  },
);

function countOnce(run: ReportedRun): Promise<UnsignedReport> {
  const held = underWay.get(run.id);
  if (held !== undefined && Date.now() - held.atMs < KEPT_MS) return held.report;
  const report = writeReport(run);
  underWay.set(run.id, { atMs: Date.now(), report });
  const forget = () => underWay.delete(run.id);
  report.then(() => setTimeout(forget, KEPT_MS).unref(), forget);
  return report;
}
