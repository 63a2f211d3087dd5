import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";
import { getEventOfCustomer } from "@/lib/services/event/find-event";
import { requirePermission } from "@/lib/services/require-permission";
import { type AccessCodeBatchView, toAccessCodeBatchView } from "./batch-view";
import { type ListAccessCodesInput, listAccessCodesInput } from "./schemas";

const LISTED_MAX = 200;

/** The last 200 batches of an event, the newest first. */
export async function listAccessCodes(
  context: ServiceContext,
  rawInput: ListAccessCodesInput,
): Promise<readonly AccessCodeBatchView[]> {
  requirePermission(context, "access-code:read");
  const { eventId } = listAccessCodesInput.parse(rawInput);
  const event = await getEventOfCustomer(db(), context, eventId);
  const rows = await db().accessCodeBatch.findMany({
    where: { eventId: event.id, customerId: context.customer.id },
    include: { _count: { select: { codes: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    take: LISTED_MAX,
  });
  return rows.map((row) => toAccessCodeBatchView(row, row._count.codes));
}
