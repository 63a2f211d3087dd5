import { randomBytes } from "node:crypto";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { signReport } from "@/lib/secrets/report-signer";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { preconditionFailed, type ServiceError } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { getRunOfCustomer, runIdInput } from "./find-run";
import { publishedUrls } from "./inner/published-url";
import { readStoredReport } from "./inner/stored-report";

/** A published report: its page for people, and its file. */
export type PublishedUrls = { readonly pageUrl: string; readonly url: string };

/**
 * Signs the fairness report of a run that is over and puts it where everybody can read it. What is published already stays
 * as it is. Throws `precondition_failed` while the run goes on or has not been counted.
 */
export const publishReport = defineVerb(
  "report:publish",
  runIdInput,
  async (context, { runId }): Promise<PublishedUrls> => {
    const run = await getRunOfCustomer(context, runId);
    const report = await readStoredReport(run.id);
    if (report === null) throw notCounted(run.endedAt);
    const file = signReport(masterKeysFromEnvironment()[0], report);
    const event = { customerId: context.customer.wireId, eventId: run.event.wireId };
    return withTransaction(context, async (tx) => {
      const held = await tx.publishedReport.findUnique({ where: { runId: run.id } });
      if (held !== null) return publishedUrls(event, held.id);
      const id = randomBytes(12).toString("base64url");
      await tx.publishedReport.create({
        data: { id, runId: run.id, file, publishedBy: context.actor.name },
      });
      await recordAudit(tx, context, {
        verb: "report.publish",
        subject: run.event.id,
        summary: `published the fairness report of ${run.event.name} (run ${run.number})`,
        details: { run: run.number, report: id, admissions: report.admissions.digest },
      });
      await enqueueOutbox(tx, context, "customer", context.customer.id);
      return publishedUrls(event, id);
    });
  },
);

function notCounted(endedAt: Date | null): ServiceError {
  return preconditionFailed(
    endedAt === null
      ? "The fairness report can be published once the run is over."
      : "The admissions of this run are still being counted. Try again in a minute.",
  );
}
