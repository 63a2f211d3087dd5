import type { Redis } from "ioredis";
import type { Tx } from "@/lib/db/client";
import { writePublishedReports } from "@/lib/line/commands/published-reports";

/** Makes the published fairness reports of a customer known to the waiting rooms, and those that were withdrawn unknown. */
export async function writeReports(
  tx: Tx,
  redis: Redis,
  customer: { readonly id: string; readonly wireId: string },
): Promise<void> {
  const published = await tx.publishedReport.findMany({
    where: { run: { event: { customerId: customer.id } } },
    select: { id: true, run: { select: { event: { select: { wireId: true } } } } },
  });
  await writePublishedReports(redis, customer.wireId, {
    wanted: published.map(({ id, run }) => ({ eventId: run.event.wireId, reportId: id })),
    read: async ({ reportId: id }) => {
      const held = await tx.publishedReport.findUnique({ where: { id }, select: { file: true } });
      return held?.file ?? null;
    },
  });
}
