import type { Tx } from "@/lib/db/client";
import { DEFAULT_CHANNEL_NAME, DEFAULT_RULES } from "@/lib/domain/alert/defaults";
import { newId } from "@/lib/platform/ids";

/** Gives a new customer its first alerts, switched on: e-mails to its owners about what nobody should miss. */
export async function addDefaultAlerts(tx: Tx, customerId: string): Promise<void> {
  const channel = { id: newId("alertChannel"), customerId, name: DEFAULT_CHANNEL_NAME };
  await tx.alertChannel.create({ data: { ...channel, kind: "email", roles: ["owner"] } });
  await tx.alertRule.createMany({
    data: DEFAULT_RULES.map(({ types, ...rule }, place) => ({
      ...{ id: newId("alertRule"), customerId, ...rule, types: [...types] },
      channelIds: [channel.id],
      // In the order of the list, which is by age.
      createdAt: new Date(Date.now() + place),
    })),
  });
}
