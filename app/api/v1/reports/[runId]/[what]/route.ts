import { z } from "zod";
import { defineRoute } from "@/lib/http/console";
import { streamText } from "@/lib/http/stream-text";
import { exportRun, exportRunInput } from "@/lib/services/operation/report/export";

export const dynamic = "force-dynamic";

/** The admissions of a run, or its figures by minute, as a file: docs/reports.md. */
export const GET = defineRoute({
  params: exportRunInput.pick({ runId: true, what: true }),
  query: z.object({ format: exportRunInput.shape.format }),
  handler: async ({ context, params, query }) => {
    const { pieces, contentType, fileName } = await exportRun(context, { ...params, ...query });
    return new Response(streamText(pieces), {
      headers: {
        "content-type": contentType,
        "content-disposition": `attachment; filename="${fileName}"`,
        "cache-control": "no-store",
      },
    });
  },
});
