import { withAdvisoryLock } from "@/lib/db/advisory-lock";
import { writePublishedReports } from "@/lib/line/commands/published-reports";
import type { Redis } from "@/lib/line/redis-client";

/** Makes the published fairness reports of a customer known to the waiting rooms, and those that were withdrawn unknown. */
export function writeReports(redis: Redis, customerId: string): Promise<void> {
  return withAdvisoryLock(`reports:${customerId}`, async (tx) => {
    const customer = await tx.customer.findUnique({ where: { id: customerId } });
    if (customer === null) return;
    const published = await tx.publishedReport.findMany({
      where: { run: { event: { customerId } } },
      select: { id: true, run: { select: { event: { select: { wireId: true } } } } },
    });
    await writePublishedReports(redis, customer.wireId, {
      wanted: published.map(({ id, run }) => ({ eventId: run.event.wireId, reportId: id })),
      read: async ({ reportId: id }) => {
        const held = await tx.publishedReport.findUnique({ where: { id }, select: { file: true } });
        return held?.file ?? null;
      },
    });
  });
}
