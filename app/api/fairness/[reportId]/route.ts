import { createHash } from "node:crypto";
import { toProblem } from "@/lib/http/problem";
import { readPublishedReport } from "@/lib/services/operation/report/read-published";

export const dynamic = "force-dynamic";

type Args = { params: Promise<{ reportId: string }> };

/** A published fairness report, for everybody and from every site: docs/fairness.md. */
export async function GET(request: Request, { params }: Args): Promise<Response> {
  try {
    const { reportId } = await params;
    const { file } = await readPublishedReport(reportId);
    const etag = `"${createHash("sha256").update(file).digest("hex").slice(0, 32)}"`;
    const headers = {
      "content-type": "application/json",
      "content-disposition": `inline; filename="fairness-${reportId}.json"`,
      // One that is withdrawn is gone from caches within the same minutes.
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      etag,
    };
    const isHeld = request.headers.get("if-none-match") === etag;
    return new Response(isHeld ? null : file, { status: isHeld ? 304 : 200, headers });
  } catch (error) {
    return toProblem(error, crypto.randomUUID());
  }
}
