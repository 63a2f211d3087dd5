import { z } from "zod";
import type { ServiceContext } from "@/lib/services/context";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { exportedAdmissions } from "./exported-admissions";
import { exportedMinutes } from "./exported-minutes";
import { getRunOfCustomer, runIdInput } from "./find-run";

export const EXPORTS = ["admissions", "minutes"] as const;

export const exportRunInput = runIdInput.extend({
  what: z.enum(EXPORTS),
  format: z.enum(["csv", "json"]).default("csv"),
});
export type ExportRunInput = z.input<typeof exportRunInput>;

export type RunExport = {
  readonly fileName: string;
  readonly contentType: string;
  /** A piece is read when it is asked for; whoever asks for no more ends the reading. */
  readonly pieces: AsyncGenerator<string>;
};

/**
 * The admissions of a run, or its figures by minute, piece by piece: memory does not grow with them, and the database is read no
 * faster than somebody takes them. The audit log says who took what.
 */
export async function exportRun(
  context: ServiceContext,
  rawInput: ExportRunInput,
): Promise<RunExport> {
  requirePermission(context, "report:read");
  const { runId, what, format } = exportRunInput.parse(rawInput);
  const run = await getRunOfCustomer(context, runId);
  const subject = `${run.event.name} (run ${run.number})`;
  await withTransaction(context, (tx) =>
    recordAudit(tx, context, {
      verb: "report.export",
      subject: run.event.id,
      summary: `exported the ${what === "minutes" ? "figures by minute" : what} of ${subject}`,
      details: { run: run.number, what, format },
    }),
  );
  const rows = what === "admissions" ? exportedAdmissions(run.id) : exportedMinutes(run.id);
  return {
    fileName: `${run.event.wireId}-run-${run.number}-${what}.${format}`,
    contentType: format === "csv" ? "text/csv; charset=utf-8" : "application/json",
    pieces: format === "csv" ? rows.csv() : rows.json(),
  };
}
