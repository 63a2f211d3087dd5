import type { Tx } from "@/lib/db/client";
import type { DomainEventType } from "@/lib/domain/domain-event/catalogue";
import { raise } from "./raise";

/** The author of what neither a person nor a program did. */
export const BY_STANCHION = { type: "stanchion", name: "Stanchion" } as const;

/** `sentence` has `{event}` where the name of the event belongs. */
type AtRun = { readonly type: DomainEventType; readonly sentence: string };

/** Raises what Stanchion did at a run of an event. Test copies raise nothing. */
export async function raiseAtRun(tx: Tx, runId: string, { type, sentence }: AtRun): Promise<void> {
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
    ...{ summary: sentence.replace("{event}", () => event.name), data: { run: number } },
  });
}
