import { takeAdvisoryLock, withAdvisoryLock } from "@/lib/db/advisory-lock";
import { db, type Tx } from "@/lib/db/client";
import type { AuditEntry, AuditErasure } from "@/lib/db/generated/client";
import type { AuditSalts, LinkBody, LinkContent, LinkedEntry } from "@/lib/domain/audit/chain";
import { auditKey } from "@/lib/services/ground/audit-key";
import { isSameMac, makeLink, newProof, tagOfEntry } from "@/lib/services/ground/audit-proof";
import { readLink } from "./inner/read-link";
import { digestsOf } from "./inner/stored-proof";
import { earlierOf, fixUntaggedBound, untaggedBound } from "./inner/untagged-bound";

/** Links of one transaction: its memory is bounded, whatever the backlog. */
const BATCH = 500;
/** Batches of one customer before others have their turn. */
const BATCHES_MAX = 40;
const CUSTOMERS_MAX = 200;

export type Linked = {
  readonly links: number;
  /** Entries that Stanchion has not written: somebody put them into the database. */
  readonly untagged: readonly string[];
};

/**
 * Links what was written into audit logs since the last time into the chain of each customer. May be killed, repeated
 * and run beside itself: a batch is one transaction, and one process at a time adds to a chain.
 */
export async function linkAudit(): Promise<Linked> {
  const customers = await db().$queryRaw<{ customerId: string }[]>`
    SELECT DISTINCT "customerId" FROM (
      SELECT "customerId" FROM "AuditEntry" WHERE "seq" IS NULL
      UNION ALL SELECT "customerId" FROM "AuditErasure" WHERE "seq" IS NULL
    ) AS waiting LIMIT ${CUSTOMERS_MAX}`;
  let links = 0;
  const untagged: string[] = [];
  for (const { customerId } of customers) {
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
      const done = await linkBatch(customerId);
      links += done.links;
      untagged.push(...done.untagged);
      if (done.links < BATCH) break;
    }
  }
  return { links, untagged };
}

/** The name under which a customer's chain is locked while somebody adds to it. */
export function chainLock(customerId: string): string {
  return `audit:${customerId}`;
}

async function linkBatch(customerId: string): Promise<Linked> {
  return withAdvisoryLock(chainLock(customerId), async (tx) => {
    // Read before the entries, so that what they erased has been read or linked, too.
    const erasures = await tx.auditErasure.findMany({
      where: { customerId, seq: null },
      orderBy: [{ at: "asc" }, { id: "asc" }],
      take: BATCH,
    });
    const entries = await lockUnlinked(tx, customerId);
    const key = await auditKey(tx);
    await fixUntaggedBound(tx, key);
    const chain = await openChain(tx, { customerId, key, hasUntagged: hasUntagged(entries) });
    const untagged: string[] = [];
    const marks: Mark[] = [];
    for (const entry of entries) {
      const { linked, salts } = proveEntry(key, entry);
      marks.push({ linked, salts, seq: chain.add({ kind: "entry", entry: linked }) });
      if (!linked.isTagged && isAfter(chain.untaggedUntil)) untagged.push(entry.id);
    }
    await markLinked(tx, marks);
    if (entries.length < BATCH) await linkErasures(tx, erasures, chain);
    await chain.close();
    return { links: chain.count(), untagged };
  });
}

function hasUntagged(entries: readonly AuditEntry[]): boolean {
  return entries.some(({ tag }) => tag === null);
}

function isAfter(moment: string | null): boolean {
  return moment === null || Date.now() > Date.parse(moment);
}

async function linkErasures(tx: Tx, rows: readonly AuditErasure[], chain: Chain): Promise<void> {
  for (const { id, at, fields, entryIds, tag } of rows) {
    const erasure = { id, at: at.toISOString(), fields, entryIds, tag };
    const seq = chain.add({ kind: "erasure", erasure });
    await tx.auditErasure.update({ where: { id }, data: { seq } });
  }
}

/** The next entries, held so that nobody erases anything of them until they are linked. */
async function lockUnlinked(tx: Tx, customerId: string): Promise<readonly AuditEntry[]> {
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "AuditEntry" WHERE "customerId" = ${customerId} AND "seq" IS NULL
    ORDER BY "number" LIMIT ${BATCH} FOR NO KEY UPDATE`;
  return tx.auditEntry.findMany({
    where: { id: { in: held.map(({ id }) => id) } },
    orderBy: { number: "asc" },
  });
}

type Mark = {
  readonly linked: LinkedEntry;
  /** Of an entry of the version before, which gets its salts with its link. */
  readonly salts: AuditSalts | null;
  readonly seq: number;
};

async function markLinked(tx: Tx, marks: readonly Mark[]): Promise<void> {
  const rows = marks.map(({ linked: { id, digests }, salts, seq }) => ({
    ...{ id, seq },
    given: salts === null ? null : { salts, digests },
  }));
  await tx.$executeRaw`
    UPDATE "AuditEntry" AS entry SET
      "seq" = mark."seq",
      "salts" = COALESCE(mark."given"->'salts', entry."salts"),
      "digests" = COALESCE(mark."given"->'digests', entry."digests")
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS mark("id" text, "seq" int, "given" jsonb)
    WHERE entry."id" = mark."id"`;
}

/** Entries of the version before get salts and digests now; they never had a tag. */
function proveEntry(key: Buffer, entry: AuditEntry): Omit<Mark, "seq"> {
  const held = digestsOf(entry);
  const { salts, digests } = held === null ? newProof(entry) : { salts: null, digests: held };
  const { id, number, at, actorType, verb, tag } = entry;
  const isTagged = tag !== null && isSameMac(tag, tagOfEntry(key, entry, digests));
  const written = { id, number: String(number), at: at.toISOString(), actorType, verb };
  return { linked: { ...written, digests, tag, isTagged }, salts };
}

export type Chain = {
  /** Adds a link, and answers its place. */
  readonly add: (content: LinkContent) => number;
  readonly count: () => number;
  readonly untaggedUntil: string | null;
  /** Stores what was added. */
  readonly close: () => Promise<void>;
};

/** Goes on with a customer's chain, or begins it. Only under its lock. */
export async function openChain(
  tx: Tx,
  { customerId, key, hasUntagged }: { customerId: string; key: Buffer; hasUntagged: boolean },
): Promise<Chain> {
  await takeAdvisoryLock(tx, chainLock(customerId));
  const head = await tx.auditLink.findFirst({ where: { customerId }, orderBy: { seq: "desc" } });
  const first = await tx.auditLink.findFirst({ where: { customerId }, orderBy: { seq: "asc" } });
  const at = new Date();
  const links: ReturnType<typeof makeLink>[] = [];
  let { seq, hash } = head ?? { seq: 0, hash: "" };
  const add = (content: LinkContent) => {
    seq += 1;
    const body: LinkBody = {
      ...{ v: 1, customer: customerId, seq, at: at.toISOString() },
      previous: hash,
      content,
    };
    const link = makeLink(key, body);
    hash = link.hash;
    links.push(link);
    return seq;
  };
  const { until } = await untaggedBound(tx, key);
  const isOpen = hasUntagged && until !== null && at.toISOString() <= until;
  const own = first === null ? null : await untaggedUntilOf(tx, customerId);
  const begun = isOpen ? until : null;
  const untaggedUntil = first === null ? begun : earlierOf(own, until);
  if (first === null) add({ kind: "genesis", untaggedUntil });
  return {
    add,
    count: () => links.length,
    untaggedUntil,
    close: async () => {
      await tx.auditLink.createMany({ data: links });
    },
  };
}

/** As the first link says, or the last checkpoint where that is gone. */
async function untaggedUntilOf(tx: Tx, customerId: string): Promise<string | null> {
  const link = await tx.auditLink.findFirst({
    where: { customerId, kind: { in: ["genesis", "checkpoint"] } },
    orderBy: { seq: "desc" },
  });
  const content = link === null ? null : readLink(link.body)?.content;
  return content?.kind === "genesis" || content?.kind === "checkpoint"
    ? content.untaggedUntil
    : null;
}
