import { db } from "@/lib/db/client";
import { notFound } from "@/lib/services/ground/errors";

const REPORT_ID = /^[\w-]{16}$/;

/** A published fairness report, byte for byte, for everybody. Throws `not_found` for one that is not, or no more, published. */
export async function readPublishedReport(reportId: string): Promise<{ readonly file: string }> {
  const held = REPORT_ID.test(reportId)
    ? await db().publishedReport.findUnique({
        where: { id: reportId },
        select: { file: true },
      })
    : null;
  if (held === null) throw notFound("report");
  return { file: held.file };
}
