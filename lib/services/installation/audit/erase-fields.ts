import type { Tx } from "@/lib/db/client";
import type { AuditField } from "@/lib/domain/audit/chain";
import { newId } from "@/lib/platform/ids";
import { auditKey } from "@/lib/services/ground/audit-key";
import { tagOfErasure } from "@/lib/services/ground/audit-proof";

/** Entries of one erasure: what names more is several. */
const ENTRIES_MAX = 500;

/** An entry whose text was just made anonymous. */
export type ErasedEntry = { readonly id: string; readonly customerId: string };

/**
 * Takes the salts of what was erased away, and writes that down for the chain: from then on the fields of these
 * entries may say something else than their digests. Call it in the transaction that changed them; nothing else may
 * change an audit entry.
 */
export async function noteErasure(
  tx: Tx,
  entries: readonly ErasedEntry[],
  fields: readonly AuditField[],
): Promise<void> {
  const ids = entries.map(({ id }) => id);
  const names = [...fields];
  await tx.$executeRaw`
    UPDATE "AuditEntry" SET "salts" = "salts" - ${names}::text[] WHERE "id" = ANY(${ids})`;
  const key = await auditKey(tx);
  for (const customerId of new Set(entries.map((entry) => entry.customerId))) {
    const own = entries.filter((entry) => entry.customerId === customerId);
    for (let from = 0; from < own.length; from += ENTRIES_MAX) {
      const entryIds = own.slice(from, from + ENTRIES_MAX).map(({ id }) => id);
      const erasure = {
        ...{ id: newId("auditErasure"), customerId, at: new Date() },
        ...{ fields: [...fields], entryIds },
      };
      await tx.auditErasure.create({ data: { ...erasure, tag: tagOfErasure(key, erasure) } });
    }
  }
}
