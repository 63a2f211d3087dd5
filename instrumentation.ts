/** Next.js calls this once, before it answers anybody. */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next.js names its runtime here, and leaves out of a build what is for another.
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const { watchRedis } = await import("@/lib/platform/observability/traces/traced");
  watchRedis((await import("ioredis")).Redis);
  const { offerLiveRoutes } = await import("@/lib/http/live-routes");
  const [overview, listing, snapshot] = await Promise.all([
    import("@/app/api/v1/overview/route"),
    import("@/app/api/v1/overview/listing/route"),
    import("@/app/api/v1/events/[eventId]/snapshot/route"),
  ]);
  offerLiveRoutes([
    { path: /^\/api\/v1\/overview$/, get: overview.GET },
    { path: /^\/api\/v1\/overview\/listing$/, get: listing.GET },
    { path: /^\/api\/v1\/events\/(?<eventId>[\w-]+)\/snapshot$/, get: snapshot.GET },
  ]);
}
