import type { Tx } from "@/lib/db/client";
import type { DomainEventType } from "@/lib/domain/domain-event/catalogue";
import { raise } from "./raise";

/** By whom it is done where no person and no program is. */
export const BY_STANCHION = { type: "stanchion", name: "Stanchion" } as const;

/** What happened, and the sentence without its end: "The draw was frozen at". */
type AtRun = { readonly type: DomainEventType; readonly what: string };

/** Raises what Stanchion has done at a run of an event. Of a test copy nobody is told. */
export async function raiseAtRun(tx: Tx, runId: string, { type, what }: AtRun): Promise<void> {
  const { number, event } = await tx.run.findUniqueOrThrow({
    where: { id: runId },
    select: {
      number: true,
      event: { select: { customerId: true, wireId: true, name: true, testOf: true } },
    },
  });
  if (event.testOf !== null) return;
  await raise(tx, event.customerId, {
    ...{ type, event: { id: event.wireId, name: event.name }, by: BY_STANCHION },
    ...{ summary: `${what} ${event.name}`, data: { run: number } },
  });
}
