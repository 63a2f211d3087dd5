import { z } from "zod";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { contentTypeOf, FILE_FORMATS, type TextFile } from "@/lib/services/ground/text-file";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { getRunOfCustomer, runIdInput } from "./find-run";
import { exportedAdmissions } from "./inner/exported-admissions";
import { exportedMinutes } from "./inner/exported-minutes";

export const EXPORTS = ["admissions", "minutes"] as const;

export const exportRunInput = runIdInput.extend({
  what: z.enum(EXPORTS),
  format: z.enum(FILE_FORMATS).default("csv"),
});

/**
 * The admissions of a run, or its figures by minute, piece by piece: memory does not grow with them, and the database is read no
 * faster than somebody takes them. The audit log says who took what.
 */
export const exportRun = defineVerb(
  "report:read",
  exportRunInput,
  async (context, { runId, what, format }): Promise<TextFile> => {
    const run = await getRunOfCustomer(context, runId);
    const subject = `${run.event.name} (run ${run.number})`;
    await withTransaction(context, (tx) =>
      recordAudit(tx, context, {
        verb: "report.export",
        subject: run.event.id,
        summary: `exported the ${what === "minutes" ? "per-minute figures" : what} of ${subject}`,
        details: { run: run.number, what, format },
      }),
    );
    const rows = what === "admissions" ? exportedAdmissions(run.id) : exportedMinutes(run.id);
    return {
      fileName: `${run.event.wireId}-run-${run.number}-${what}.${format}`,
      contentType: contentTypeOf(format),
      pieces: format === "csv" ? rows.csv() : rows.json(),
    };
  },
);
