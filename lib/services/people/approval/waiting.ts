import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { maySee } from "./approval-view";

/** A request that waits and that the caller may decide or has asked for, for the banner on every page. */
export type WaitingRequest = {
  readonly approvalId: string;
  readonly summary: string;
  readonly askedByName: string;
  readonly expiresAt: string;
  readonly isMine: boolean;
};

/** What waits for a second person now, the next to expire first; ten at most. */
export async function waitingRequests(context: ServiceContext): Promise<readonly WaitingRequest[]> {
  requirePermission(context, "customer:read");
  const rows = await db().approval.findMany({
    where: {
      customerId: context.customer.id,
      state: "waiting",
      expiresAt: { gt: new Date() },
    },
    orderBy: { expiresAt: "asc" },
    take: 10,
  });
  const isMine = (row: { askedById: string }) => row.askedById === context.actor.id;
  const mayAct = context.permissions.has("approval:decide");
  return rows
    .filter((row) => isMine(row) || (mayAct && maySee(context, row)))
    .map((row) => ({
      ...{ approvalId: row.id, summary: row.summary, askedByName: row.askedByName },
      ...{ expiresAt: row.expiresAt.toISOString(), isMine: isMine(row) },
    }));
}
