import type { Tx } from "@/lib/db/client";
import type { AlertNotice } from "@/lib/domain/alert/notice";

/** Stores a notice for each of these channels that there still is; the worker sends it. */
export async function addNotices(
  tx: Tx,
  { customerId, channelIds }: { readonly customerId: string; readonly channelIds: string[] },
  notice: AlertNotice,
): Promise<void> {
  const channels = await tx.alertChannel.findMany({
    where: { customerId, id: { in: channelIds } },
    select: { id: true },
  });
  const { key, isTest } = notice;
  await tx.alertDelivery.createMany({
    data: channels.map(({ id: channelId }) => ({ channelId, key, isTest, notice })),
  });
}
