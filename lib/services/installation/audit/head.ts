import { db } from "@/lib/db/client";
import { type AuditAnchor, writeAnchor } from "@/lib/domain/audit/chain";
import { readAuditKey } from "@/lib/services/ground/audit-key";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { ServiceError } from "@/lib/services/ground/errors";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { readHeads } from "./anchor-heads";
import { readLink } from "./inner/read-link";
import { type AuditCheck, verifyAudit } from "./inner/verify";
import { type Outside, readOutside, warningOf } from "./outside";

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
  /** What is wrong with its anchors outside of the database, in words; null for nothing. */
  readonly warning: string | null;
};

/** A check, and what it was compared with. */
export type AnchoredCheck = AuditCheck & {
  /** When the newest anchor was made that it agrees with; null where there is none. ISO 8601. */
  readonly anchoredAt: string | null;
  readonly warning: string | null;
};

/** Where the chain of the customer's audit log stands. */
export const getAuditHead = defineVerb(
  "audit:read",
  noInput,
  async (context): Promise<AuditHead> => {
    const customerId = context.customer.id;
    const [heads, waiting, first, outside] = await Promise.all([
      readHeads(customerId),
      db().auditEntry.count({ where: { customerId, seq: null } }),
      db().auditLink.findFirst({
        where: { customerId, kind: { in: ["genesis", "checkpoint"] } },
        orderBy: { seq: "desc" },
      }),
      outsideOf(context.customer, false),
    ]);
    const head = heads[0] ?? null;
    const link = first === null ? null : readLink(first.body);
    const since = link?.content.kind === "checkpoint" ? link.content.since : (link?.at ?? null);
    const warning = outside === null ? null : warningOf(outside, head);
    return { head, anchor: head && writeAnchor(head), since, waiting, warning };
  },
);

/** Checks the customer's whole audit log against its chain, its tags, and its anchors outside of the database. */
export const checkAudit = defineVerb(
  "audit:read",
  noInput,
  async (context): Promise<AnchoredCheck> => {
    const { customer } = context;
    return checkAgainst(await outsideOf(customer), customer, { withTags: true });
  },
);

/** The same for any customer, with what is known of its log outside, and with anchors that somebody kept. */
export async function checkAgainst(
  outside: Outside | null,
  customer: { readonly id: string; readonly wireId: string },
  { withTags, kept = [] }: { withTags: boolean; kept?: readonly AuditAnchor[] },
): Promise<AnchoredCheck> {
  const anchors = [...(outside?.anchors ?? []), ...kept];
  const check = await checkCustomer(customer, { withTags, anchors });
  const times = anchors.filter((one) => one.customer === customer.wireId).map(({ at }) => at);
  const anchoredAt = check.firstBad === null ? (times.sort().at(-1) ?? null) : null;
  return { ...check, anchoredAt, warning: warningOf(outside, check.head) };
}

/** Null while Redis does not answer. */
async function outsideOf(
  { wireId }: { readonly wireId: string },
  withFile = true,
): Promise<Outside | null> {
  return readFromLine((redis) => readOutside(redis, wireId, { withFile })).catch(
    (error: unknown) => {
      if (error instanceof ServiceError) return null;
      throw error;
    },
  );
}

/** The log of any customer in one snapshot of the database. Without the master key the tags are left out. */
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
