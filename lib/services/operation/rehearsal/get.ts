import { db } from "@/lib/db/client";
import type { RealRun } from "@/lib/domain/rehearsal/what-if";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { getRehearsalOfCustomer } from "./inner/find-rehearsal";
import { lastRealRun } from "./inner/real-run";
import { type RehearsalView, toRehearsalView } from "./rehearsal-view";
import { rehearsalIdInput } from "./schemas";

export type OpenedRehearsal = {
  readonly rehearsal: RehearsalView;
  readonly event: { readonly eventId: string; readonly name: string } | null;
  /** What the event's last run was; null for a live rehearsal, and where there was none. */
  readonly lastRun: RealRun | null;
};

/** One rehearsal with all that it was made of and what came out. Throws `not_found`. */
export const getRehearsal = defineVerb(
  "event:read",
  rehearsalIdInput,
  async (context, { rehearsalId }): Promise<OpenedRehearsal> => {
    const row = await getRehearsalOfCustomer(db(), context, rehearsalId);
    const event =
      row.eventId === null
        ? null
        : await db().event.findFirst({
            where: { id: row.eventId, customerId: context.customer.id },
            select: { id: true, wireId: true, name: true },
          });
    const hasLastRun = event !== null && row.kind === "what_if";
    return {
      rehearsal: toRehearsalView(row),
      event: event === null ? null : { eventId: event.wireId, name: event.name },
      lastRun: hasLastRun ? await lastRealRun(event) : null,
    };
  },
);
