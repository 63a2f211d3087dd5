import { defineRoute } from "@/lib/http/console";
import { streamFile } from "@/lib/http/stream-file";
import { exportAudit, exportAuditInput } from "@/lib/services/installation/audit/export";

export const dynamic = "force-dynamic";

/** The audit log as a file, in pieces. What fails in the middle breaks the download off, so that nobody takes it for whole. */
export const GET = defineRoute({
  query: exportAuditInput,
  handler: async ({ context, query }) => streamFile(await exportAudit(context, query)),
});
