import type { Store } from "./keepsakes";

type RunRef = { readonly customerId: string; readonly eventId: string; readonly runId: number };

/** What this browser kept of a draw: the receipt of the join and the freeze, as far as it has them. */
export function keptEvidence(store: Pick<Store, "get">, run: RunRef): string[] {
  return ["receipt", "freeze"].flatMap((thing) => {
    const kept = store.get(`stanchion:${run.customerId}:${run.eventId}:${thing}`) ?? "";
    const [runId, text] = kept.split(" ");
    return text && Number(runId) === run.runId ? [text] : [];
  });
}
