import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { reportPublicKey } from "@/lib/secrets/report-signer";

export const dynamic = "force-dynamic";

/** The keys by which this installation's fairness reports are checked, the current one first; a line each. */
export function GET(): Response {
  const keys = masterKeysFromEnvironment().map(reportPublicKey);
  return new Response(`${keys.join("\n")}\n`, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
    },
  });
}
