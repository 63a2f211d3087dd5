import type { Tx } from "@/lib/db/client";
import type { Approval } from "@/lib/db/generated/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { conflict } from "@/lib/services/ground/errors";

type Decision = { readonly row: Approval; readonly state: "refused" | "cancelled" | "outdated" };

/** Ends a request without running it. Throws `conflict` when somebody was faster. */
export async function decide(
  tx: Tx,
  { actor }: ServiceContext,
  { row, state }: Decision,
): Promise<void> {
  const { count } = await tx.approval.updateMany({
    where: { id: row.id, state: "waiting" },
    data: { state, decidedById: actor.id, decidedByName: actor.name, decidedAt: new Date() },
  });
  if (count > 0) return;
  throw conflict("This request has already been decided.");
}
