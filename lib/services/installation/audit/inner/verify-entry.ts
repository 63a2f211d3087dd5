import type { AuditEntry } from "@/lib/db/generated/client";
import { AUDIT_FIELDS, type AuditField, type LinkedEntry } from "@/lib/domain/audit/chain";
import { digestOf, isSameMac, tagOfEntry } from "@/lib/services/ground/audit-proof";
import { digestsOf, saltsOf } from "./stored-proof";

/** What is wrong with an entry, in words that follow its name; null when nothing is. */
export function faultOfEntry(
  row: AuditEntry | undefined,
  linked: LinkedEntry,
  { customerId, seq }: { readonly customerId: string; readonly seq: number },
): string | null {
  if (row === undefined) return "was deleted";
  if (row.customerId !== customerId) return "was moved to another customer";
  if (row.seq !== seq) return `was moved: it says that it is link ${row.seq ?? "none"}`;
  if (String(row.number) !== linked.number) return "was moved to another place in the order";
  if (row.at.toISOString() !== linked.at) return "was moved to another time";
  if (row.verb !== linked.verb) return `was changed: its verb was ${linked.verb}`;
  if (row.actorType !== linked.actorType) return "was changed: who acted is of another kind";
  if (row.tag !== linked.tag) return "was changed: its tag is another";
  const digests = digestsOf(row);
  const altered = AUDIT_FIELDS.find((field) => digests?.[field] !== linked.digests[field]);
  if (altered !== undefined) return `was changed: the digest of its ${altered} is another`;
  return faultOfFields(row);
}

/** A field that still has its salt says what was written. */
export function faultOfFields(row: AuditEntry): string | null {
  const [salts, digests] = [saltsOf(row), digestsOf(row)];
  for (const field of AUDIT_FIELDS) {
    const salt = salts[field];
    if (salt !== undefined && digestOf(row, field, salt) !== digests?.[field]) {
      return `was changed: its ${field} is another`;
    }
  }
  return null;
}

/** The fields whose salts are gone: an erasure of the chain must name them. */
export function erasedFields(row: AuditEntry): readonly AuditField[] {
  const salts = saltsOf(row);
  return AUDIT_FIELDS.filter((field) => salts[field] === undefined);
}

/** True when Stanchion wrote it, with these digests. */
export function isTagged(key: Buffer, row: AuditEntry): boolean {
  const digests = digestsOf(row);
  return digests !== null && row.tag !== null && isSameMac(row.tag, tagOfEntry(key, row, digests));
}
