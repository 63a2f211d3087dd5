import { defineVerb } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { getRunOfCustomer, runIdInput } from "./find-run";

/** Takes a published fairness report back: its address answers "not found" from then on. Twice is once. */
export const withdrawReport = defineVerb(
  "report:publish",
  runIdInput,
  async (context, { runId }): Promise<{ readonly withdrawn: boolean }> => {
    const run = await getRunOfCustomer(context, runId);
    return withTransaction(context, async (tx) => {
      const held = await tx.publishedReport.findUnique({ where: { runId: run.id } });
      if (held === null) return { withdrawn: false };
      await tx.publishedReport.delete({ where: { id: held.id } });
      await recordAudit(tx, context, {
        verb: "report.withdraw",
        subject: run.event.id,
        summary: `withdrew the fairness report of ${run.event.name} (run ${run.number})`,
        details: { run: run.number, report: held.id },
      });
      await enqueueOutbox(tx, context, "customer", context.customer.id);
      return { withdrawn: true };
    });
  },
);
