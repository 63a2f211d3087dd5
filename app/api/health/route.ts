export const dynamic = "force-dynamic";

/** Says that this process answers; what it depends on has probes of its own. */
export function GET(): Response {
  return Response.json({ status: "ok" }, { headers: { "cache-control": "no-store" } });
}
