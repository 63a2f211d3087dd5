import { defineRoute } from "@/lib/http/console";
import { exportAudit, exportAuditInput } from "@/lib/services/installation/audit/export";

export const dynamic = "force-dynamic";

const TYPES = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" } as const;

/** The audit log as a file, in pieces. What fails in the middle breaks the download off, so that nobody takes it for whole. */
export const GET = defineRoute({
  query: exportAuditInput,
  handler: async ({ context, query }) => {
    const pieces = await exportAudit(context, query);
    const name = `audit-log-${context.customer.wireId}.${query.format}`;
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    });
    return new Response(body, {
      headers: {
        "content-type": TYPES[query.format],
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "no-store",
      },
    });
  },
});
