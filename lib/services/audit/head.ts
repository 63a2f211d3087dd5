import { db } from "@/lib/db/client";
import { type AuditAnchor, writeAnchor } from "@/lib/domain/audit/chain";
import type { ServiceContext } from "@/lib/services/context";
import { requirePermission } from "@/lib/services/require-permission";
import { readHeads } from "./anchor-heads";
import { readAuditKey } from "./audit-key";
import { readLink } from "./read-link";
import { type AuditCheck, verifyAudit } from "./verify";

const CHECK_MS = 10 * 60_000;

export type AuditHead = {
  /** Null while nothing is linked. */
  readonly head: AuditAnchor | null;
  /** The head as one line, to keep elsewhere. */
  readonly anchor: string | null;
  /** Since when the chain goes on without a gap: its first link, or the last cut by retention. ISO 8601. */
  readonly since: string | null;
  /** Entries that the worker has still to link. */
  readonly waiting: number;
};

/** Where the chain of the customer's audit log stands. */
export async function getAuditHead(context: ServiceContext): Promise<AuditHead> {
  requirePermission(context, "audit:read");
  const customerId = context.customer.id;
  const [heads, waiting, first] = await Promise.all([
    readHeads(customerId),
    db().auditEntry.count({ where: { customerId, seq: null } }),
    db().auditLink.findFirst({
      where: { customerId, kind: { in: ["genesis", "checkpoint"] } },
      orderBy: { seq: "desc" },
    }),
  ]);
  const head = heads[0] ?? null;
  const link = first === null ? null : readLink(first.body);
  const since = link?.content.kind === "checkpoint" ? link.content.since : (link?.at ?? null);
  return { head, anchor: head && writeAnchor(head), since, waiting };
}

/** Checks the customer's whole audit log against its chain and its tags. */
export async function checkAudit(context: ServiceContext): Promise<AuditCheck> {
  requirePermission(context, "audit:read");
  return checkCustomer(context.customer, { withTags: true });
}

/** The same for any customer, in one snapshot of the database. Without the master key the tags are left out. */
export function checkCustomer(
  customer: { readonly id: string; readonly wireId: string },
  { withTags, anchors = [] }: { withTags: boolean; anchors?: readonly AuditAnchor[] },
): Promise<AuditCheck> {
  return db().$transaction(
    async (tx) => {
      const key = withTags ? await readAuditKey(tx) : null;
      return verifyAudit(tx, customer, { key, anchors });
    },
    { isolationLevel: "RepeatableRead", maxWait: 10_000, timeout: CHECK_MS },
  );
}
