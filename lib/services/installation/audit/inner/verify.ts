import type { Db } from "@/lib/db/client";
import type { AuditEntry, AuditLink } from "@/lib/db/generated/client";
import { type AuditAnchor, canonical, type LinkBody } from "@/lib/domain/audit/chain";
import { hashOfLink, isSameMac, macOfLink, tagOfErasure } from "@/lib/services/ground/audit-proof";
import { readLink } from "./read-link";
import { earlierOf, untaggedBound } from "./untagged-bound";
import { faultOfFields, isTagged } from "./verify-entry";
import {
  type CheckedCustomer,
  checkContent,
  Fault,
  notOurs,
  readRows,
  type Walk,
} from "./verify-links";

/** Links, and entries, of one read. */
const PAGE = 500;

/** The first thing that is wrong: which link, which entry, and what, in a sentence. */
export type AuditFault = {
  readonly customer: string;
  readonly seq: number | null;
  readonly entry: string | null;
  readonly reason: string;
};

export type AuditCheck = {
  readonly customer: string;
  readonly links: number;
  readonly entries: number;
  /** Entries of which something was erased, as the chain says. */
  readonly erased: number;
  /** Entries that wait for their link. */
  readonly unlinked: number;
  /** Where the chain stands; null while nothing is linked. */
  readonly head: AuditAnchor | null;
  /** Since when all is whole: the first link, or what the last checkpoint says. */
  readonly since: string | null;
  /** False: without the master key nobody can tell who wrote an entry. */
  readonly tagsChecked: boolean;
  readonly firstBad: AuditFault | null;
};

/**
 * Reads a customer's audit log and its chain, in bounded pieces, and says the first thing that does not agree: with
 * read access only. With the audit key it also finds what Stanchion has not written.
 */
export async function verifyAudit(
  database: Db,
  customer: CheckedCustomer,
  proofs: { readonly key: Buffer | null; readonly anchors?: readonly AuditAnchor[] },
): Promise<AuditCheck> {
  const bound = await untaggedBound(database, proofs.key);
  const walk: Walk = {
    ...{ database, customer, key: proofs.key, bound: bound.until },
    anchors: (proofs.anchors ?? []).filter((anchor) => anchor.customer === customer.wireId),
    ...{
      links: 0,
      entries: 0,
      head: null,
      hash: "",
      since: null,
      untaggedUntil: null,
      start: null,
    },
    ...{ unexplained: new Map(), explained: new Set(), erased: new Set() },
  };
  let firstBad: AuditFault | null = null;
  let unlinked = 0;
  try {
    if (bound.isForged) {
      throw new Fault(null, null, "the bound for entries without a tag was changed");
    }
    await walkLinks(walk);
    requireWholeStart(walk);
    await requireExplained(walk);
    requireAnchors(walk);
    await requireLinked(walk);
    unlinked = await checkUnlinked(walk);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { seq, entry, message: reason } = error;
    firstBad = { customer: customer.wireId, seq, entry, reason };
  }
  const { links, entries, erased, head, hash, since, key } = walk;
  return {
    ...{ customer: customer.wireId, links, entries, erased: erased.size, unlinked },
    head: head === null ? null : { customer: customer.wireId, seq: head.seq, hash, at: head.at },
    ...{ since, tagsChecked: key !== null, firstBad },
  };
}

async function walkLinks(walk: Walk): Promise<void> {
  const customerId = walk.customer.id;
  let after = 0;
  for (;;) {
    const links = await walk.database.auditLink.findMany({
      where: { customerId, seq: { gt: after } },
      orderBy: { seq: "asc" },
      take: PAGE,
    });
    if (links.length === 0) return;
    const bodies = links.map((link) => checkLink(walk, link));
    const rows = await readRows(walk, bodies);
    for (const body of bodies) checkContent(walk, body, rows);
    after = links.at(-1)?.seq ?? after;
  }
}

/** The link itself: its text, its place, and the one before. */
function checkLink(walk: Walk, { seq, kind, body: text, hash, mac }: AuditLink): LinkBody {
  const body = readLink(text);
  if (hashOfLink(text) !== hash || body === null || canonical(body) !== text) {
    throw new Fault(seq, null, `link ${seq} was changed`);
  }
  const isItself =
    body.seq === seq && body.customer === walk.customer.id && body.content.kind === kind;
  if (!isItself) throw new Fault(seq, null, `link ${seq} stands where another belongs`);
  if (walk.key !== null && !isSameMac(mac, macOfLink(walk.key, hash))) {
    throw new Fault(seq, null, `link ${seq} was not made by Stanchion`);
  }
  if (walk.head === null) begin(walk, body);
  else if (seq !== walk.head.seq + 1) {
    throw new Fault(seq, null, `link ${walk.head.seq + 1} is missing`);
  } else if (body.previous !== walk.hash) {
    throw new Fault(seq, null, `link ${seq} does not follow link ${seq - 1}`);
  }
  checkAnchors(walk, seq, hash);
  walk.head = body;
  walk.hash = hash;
  walk.links += 1;
  return body;
}

function begin(walk: Walk, { seq, previous, at, content }: LinkBody): void {
  if (content.kind === "genesis" && seq === 1) {
    walk.since = at;
    walk.untaggedUntil = earlierOf(content.untaggedUntil, walk.bound);
  } else walk.start = { through: seq - 1, hash: previous };
}

function checkAnchors(walk: Walk, seq: number, hash: string): void {
  const other = walk.anchors.find((anchor) => anchor.seq === seq && anchor.hash !== hash);
  if (other === undefined) return;
  throw new Fault(seq, null, `link ${seq} is not the one of the anchor of ${other.at}`);
}

function requireWholeStart({ start }: Walk): void {
  if (start === null) return;
  throw new Fault(start.through, null, `links 1 to ${start.through} are missing`);
}

/** A salt is gone only where an erasure says so; one that is not linked yet counts, too. */
async function requireExplained({ database, customer, key, unexplained }: Walk): Promise<void> {
  if (unexplained.size === 0) return;
  const waiting = await database.auditErasure.findMany({
    where: { customerId: customer.id, seq: null },
  });
  for (const erasure of waiting) {
    if (key !== null && !isSameMac(erasure.tag, tagOfErasure(key, erasure))) continue;
    for (const id of erasure.entryIds) {
      for (const field of erasure.fields) unexplained.delete(`${id} ${field}`);
    }
  }
  for (const [name, seq] of unexplained) {
    const [id = "", field = ""] = name.split(" ");
    throw new Fault(seq, id, `entry ${id} was changed: nobody erased its ${field}`);
  }
}

/** What was anchored must still be there: whoever cuts off the end cannot know that somebody wrote it down. */
function requireAnchors({ anchors, head, customer }: Walk): void {
  const cut = anchors.find(({ seq }) => seq > (head?.seq ?? 0));
  if (cut === undefined) return;
  const reason = `the end is missing: the anchor of ${cut.at} has link ${cut.seq} of ${customer.wireId}`;
  throw new Fault(cut.seq, null, reason);
}

/** Rows that say they are linked, and are not. */
async function requireLinked({ database, customer }: Walk): Promise<void> {
  const [row] = await database.$queryRaw<{ id: string; seq: number }[]>`
    SELECT entry."id", entry."seq" FROM "AuditEntry" AS entry
    LEFT JOIN "AuditLink" AS link ON link."customerId" = entry."customerId"
      AND link."seq" = entry."seq" AND link."kind" = 'entry'
      AND position(entry."id" in link."body") > 0
    WHERE entry."customerId" = ${customer.id} AND entry."seq" IS NOT NULL AND link."seq" IS NULL
    ORDER BY entry."seq" LIMIT 1`;
  if (row === undefined) return;
  const reason = `entry ${row.id} was inserted or moved: link ${row.seq} is not its own`;
  throw new Fault(row.seq, row.id, reason);
}

/** What is newer than the head: the worker has not linked it yet, so only its own tag and digests speak for it. */
async function checkUnlinked(walk: Walk): Promise<number> {
  const { database, customer } = walk;
  let after = 0n;
  let count = 0;
  for (;;) {
    const rows = await database.auditEntry.findMany({
      where: { customerId: customer.id, seq: null, number: { gt: after } },
      orderBy: { number: "asc" },
      take: PAGE,
    });
    for (const row of rows) checkNewer(walk, row);
    count += rows.length;
    const last = rows.at(-1);
    if (last === undefined) return count;
    after = last.number;
  }
}

function checkNewer({ key, head, untaggedUntil, bound }: Walk, row: AuditEntry): void {
  const until = head === null ? bound : untaggedUntil;
  const takesUntagged = until !== null && new Date().toISOString() <= until;
  if (row.tag === null && takesUntagged) return;
  if (row.tag === null || (key !== null && !isTagged(key, row))) throw notOurs(null, row.id);
  const fault = faultOfFields(row);
  if (fault !== null) throw new Fault(null, row.id, `entry ${row.id} ${fault}`);
}
