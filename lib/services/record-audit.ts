import type { Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "./context";

export type AuditRecord = {
  /** What was done, machine-readable: `event.set-outflow`. */
  readonly verb: string;
  /** Database id of what it was done to. */
  readonly subject: string;
  /** The sentence without its first word, the actor: "paused Spring Sale". No full stop. */
  readonly summary: string;
  readonly details?: Prisma.InputJsonObject;
};

/**
 * Writes one audit row, readable as a sentence: "Ana paused Spring Sale". It shares the transaction
 * of the change, so a failed audit undoes the change.
 */
export async function recordAudit(
  tx: Tx,
  context: ServiceContext,
  record: AuditRecord,
): Promise<void> {
  await tx.auditEntry.create({
    data: {
      id: newId("auditEntry"),
      customerId: context.customer.id,
      actorType: context.actor.type,
      actorId: context.actor.id,
      actorName: context.actor.name,
      verb: record.verb,
      subject: record.subject,
      summary: `${context.actor.name} ${record.summary}`,
      details: record.details ?? {},
    },
  });
}
