import { z } from "zod";
import { defineRoute } from "@/lib/http/console";
import { streamFile } from "@/lib/http/stream-file";
import { exportRun, exportRunInput } from "@/lib/services/operation/report/export";

export const dynamic = "force-dynamic";

/** The admissions of a run, or its figures by minute, as a file: docs/reports.md. */
export const GET = defineRoute({
  params: exportRunInput.pick({ runId: true, what: true }),
  query: z.object({ format: exportRunInput.shape.format }),
  handler: async ({ context, params, query }) =>
    streamFile(await exportRun(context, { ...params, ...query })),
});
