import { z } from "zod";
import { db } from "@/lib/db/client";
import type { AuditEntry } from "@/lib/db/generated/client";
import type { ActSource } from "@/lib/services/ground/act-source";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { invalidField } from "@/lib/services/ground/errors";
import { PAGE_FIELDS, type PageOf } from "@/lib/services/ground/keyset";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { auditFilterInput, whereOf } from "./filter";

export const listAuditInput = auditFilterInput.extend({
  /** The id of the last entry seen; the page after it follows. */
  after: z.string().max(100).optional(),
  count: z.number().int().min(1).max(200).default(50),
});
export type ListAuditInput = z.input<typeof listAuditInput>;

export type AuditView = {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly actor: { readonly type: string; readonly id: string; readonly name: string };
  readonly verb: string;
  readonly subject: string;
  /** A whole sentence: "Ana paused Spring Sale". */
  readonly summary: string;
  readonly details: unknown;
  /** From where a person did it; null for programs, entries of earlier versions, and what was erased. */
  readonly source: ActSource | null;
  /** Its link in the chain; null until the worker has made it. */
  readonly seq: number | null;
};

export type AuditPage = {
  readonly entries: readonly AuditView[];
  /** What to pass as `after` for the next page; null at the end. */
  readonly next: string | null;
};

/** The customer's audit log, newest first, without counting what comes before. */
export async function listAudit(
  context: ServiceContext,
  rawInput: ListAuditInput = {},
): Promise<AuditPage> {
  requirePermission(context, "audit:read");
  const { after, count, ...filter } = listAuditInput.parse(rawInput);
  const last = await entryOf(context, after);
  return entriesAfter(context, last, { count, filter });
}

/** The same log for programs, by cursors. Throws `invalid` for one that names no entry. */
export const pageAudit = defineVerb(
  "audit:read",
  auditFilterInput.extend(PAGE_FIELDS),
  async (context, { cursor, limit, ...filter }): Promise<PageOf<AuditView>> => {
    const last = await entryOf(context, cursor);
    if (cursor !== undefined && last === null) {
      throw invalidField("cursor", "This is not a cursor of this list.");
    }
    const { entries, next } = await entriesAfter(context, last, { count: limit, filter });
    return { items: entries, nextCursor: next };
  },
);

async function entryOf({ customer }: ServiceContext, id: string | undefined) {
  if (id === undefined) return null;
  return db().auditEntry.findFirst({ where: { id, customerId: customer.id } });
}

type Wanted = { readonly count: number; readonly filter: z.output<typeof auditFilterInput> };

async function entriesAfter(
  context: ServiceContext,
  last: AuditEntry | null,
  { count, filter }: Wanted,
): Promise<AuditPage> {
  const where = await whereOf(context, filter);
  const rows = await db().auditEntry.findMany({
    where: last === null ? where : { ...where, number: { lt: last.number } },
    orderBy: { number: "desc" },
    take: count + 1,
  });
  const entries = rows.slice(0, count).map(toAuditView);
  return { entries, next: rows.length > count ? (entries.at(-1)?.id ?? null) : null };
}

/** What `recordAudit` puts beside the details. */
const sourced = z.object({
  request: z.object({ session: z.string().nullable(), network: z.string() }),
});

export function toAuditView(row: AuditEntry): AuditView {
  const source = sourced.safeParse(row.details).data?.request ?? null;
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    verb: row.verb,
    subject: row.subject,
    summary: row.summary,
    details: source === null ? row.details : withoutRequest(row.details),
    source,
    seq: row.seq,
  };
}

function withoutRequest(details: AuditEntry["details"]): unknown {
  return Object.fromEntries(Object.entries(details ?? {}).filter(([name]) => name !== "request"));
}
