import type { Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { resolved } from "@/lib/domain/alert/alert-state";
import { applyState, type Decided, stateOf, WITH_CUSTOMER } from "./apply";
import { lockAlerts } from "./lock-alerts";
import { storeDecided } from "./store-decided";

/**
 * Ends alerts that nobody watches any longer. Who was told that one is open is told that it is not: nothing would resolve it
 * later. `summary` says why.
 */
export async function closeAlerts(
  tx: Tx,
  where: Prisma.AlertWhereInput & { readonly ruleId: string },
  summary: string,
): Promise<void> {
  await lockAlerts(tx);
  const rows = await tx.alert.findMany({
    where: { ...where, endedAt: null },
    include: { rule: { include: WITH_CUSTOMER } },
  });
  const now = new Date();
  const decided: Decided = { alerts: new Map(), notices: [] };
  for (const { rule, ...alert } of rows) {
    const open = stateOf(alert);
    // What is never over has nothing to be told of its end.
    const state = resolved({ ...open, isTold: open.isTold && open.canResolve, groupUntilMs: 0 });
    applyState(decided, { alert, rule, state, summary, now });
  }
  await storeDecided(tx, decided);
}
