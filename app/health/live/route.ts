import { liveness } from "@/lib/health/health";

export const dynamic = "force-dynamic";

/** Says that this process answers. */
export function GET(): Response {
  return Response.json(liveness("console"), { headers: { "cache-control": "no-store" } });
}
