import { listDocsPages } from "@/lib/docs/list-pages";
import { llmsText } from "@/lib/docs/llms-text";
import { env } from "@/lib/platform/env";

export const dynamic = "force-dynamic";

/** What an assistant reads first. The documentation is public, so this needs no sign-in. */
export async function GET(): Promise<Response> {
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "public, max-age=300",
  };
  return new Response(llmsText(await listDocsPages(), env.consoleUrl()), { headers });
}
