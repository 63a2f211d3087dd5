import type { Db } from "@/lib/db/client";
import type { AuditEntry, AuditErasure } from "@/lib/db/generated/client";
import {
  type AuditAnchor,
  canonical,
  type LinkBody,
  type LinkedEntry,
  type LinkedErasure,
} from "@/lib/domain/audit/chain";
import { isSameMac, tagOfErasure } from "@/lib/services/ground/audit-proof";
import { earlierOf } from "./untagged-bound";
import { erasedFields, faultOfEntry, isTagged } from "./verify-entry";

export type CheckedCustomer = { readonly id: string; readonly wireId: string };

/** What ends a check: the first thing that does not agree. */
export class Fault extends Error {
  readonly seq: number | null;
  readonly entry: string | null;

  constructor(seq: number | null, entry: string | null, reason: string) {
    super(reason);
    this.seq = seq;
    this.entry = entry;
  }
}

/** How far a check has come, and what it knows by then. */
export type Walk = {
  readonly database: Db;
  readonly customer: CheckedCustomer;
  readonly key: Buffer | null;
  readonly anchors: readonly AuditAnchor[];
  links: number;
  entries: number;
  head: LinkBody | null;
  hash: string;
  since: string | null;
  untaggedUntil: string | null;
  /** The installation's bound: no chain's own is later. */
  readonly bound: string | null;
  /** Where the first link is not the beginning: what a checkpoint has to say. */
  start: { readonly through: number; readonly hash: string } | null;
  /** Erased fields, as `entry field`, that no erasure has named yet; and those that one has. */
  readonly unexplained: Map<string, number>;
  readonly explained: Set<string>;
  readonly erased: Set<string>;
};

/** What the links of one page are about. */
type Rows = {
  readonly entries: ReadonlyMap<string, AuditEntry>;
  readonly erasures: ReadonlyMap<string, AuditErasure>;
};

export async function readRows(walk: Walk, bodies: readonly LinkBody[]): Promise<Rows> {
  const entryIds = bodies.flatMap(({ content }) =>
    content.kind === "entry" ? [content.entry.id] : [],
  );
  const erasureIds = bodies.flatMap(({ content }) =>
    content.kind === "erasure" ? [content.erasure.id] : [],
  );
  const entries = await walk.database.auditEntry.findMany({ where: { id: { in: entryIds } } });
  const erasures =
    erasureIds.length === 0
      ? []
      : await walk.database.auditErasure.findMany({ where: { id: { in: erasureIds } } });
  return {
    entries: new Map(entries.map((row) => [row.id, row])),
    erasures: new Map(erasures.map((row) => [row.id, row])),
  };
}

/** What a link is about must be there, as it was. */
export function checkContent(walk: Walk, { seq, at, content }: LinkBody, rows: Rows): void {
  switch (content.kind) {
    case "entry":
      checkEntry(walk, { seq, at, linked: content.entry, row: rows.entries.get(content.entry.id) });
      return;
    case "erasure":
      checkErasure(walk, seq, content.erasure, rows.erasures.get(content.erasure.id));
      return;
    case "checkpoint":
      walk.since = content.since;
      walk.untaggedUntil = earlierOf(content.untaggedUntil, walk.bound);
      if (walk.start?.through === content.through && walk.start.hash === content.hash) {
        walk.start = null;
      }
      return;
    case "genesis":
      if (seq !== 1) throw new Fault(seq, null, `link ${seq} begins the chain a second time`);
  }
}

function checkEntry(
  walk: Walk,
  {
    seq,
    at,
    linked,
    row,
  }: { seq: number; at: string; linked: LinkedEntry; row: AuditEntry | undefined },
): void {
  const fault = faultOfEntry(row, linked, { customerId: walk.customer.id, seq });
  if (fault !== null || row === undefined) {
    throw new Fault(seq, linked.id, `entry ${linked.id} ${fault ?? "was deleted"}`);
  }
  const isOfBefore = linked.tag === null && walk.untaggedUntil !== null && at <= walk.untaggedUntil;
  const isOurs = linked.isTagged && (walk.key === null || isTagged(walk.key, row));
  if (!isOurs && !isOfBefore) throw notOurs(seq, linked.id);
  walk.entries += 1;
  for (const field of erasedFields(row)) {
    walk.erased.add(row.id);
    const name = `${row.id} ${field}`;
    if (!walk.explained.delete(name)) walk.unexplained.set(name, seq);
  }
}

export function notOurs(seq: number | null, id: string): Fault {
  return new Fault(seq, id, `entry ${id} was inserted: Stanchion did not write it`);
}

function checkErasure(
  walk: Walk,
  seq: number,
  linked: LinkedErasure,
  row: AuditErasure | undefined,
): void {
  const { id } = linked;
  if (row === undefined) throw new Fault(seq, null, `erasure ${id} was deleted`);
  const { at, fields, entryIds, tag } = row;
  const isSame =
    canonical({ id, at: at.toISOString(), fields, entryIds, tag }) === canonical(linked) &&
    row.customerId === walk.customer.id &&
    row.seq === seq;
  if (!isSame) throw new Fault(seq, null, `erasure ${id} was changed`);
  if (walk.key !== null && !isSameMac(tag, tagOfErasure(walk.key, row))) {
    throw new Fault(seq, null, `erasure ${id} was inserted: Stanchion did not write it`);
  }
  for (const entryId of entryIds) {
    for (const field of fields) {
      const name = `${entryId} ${field}`;
      if (!walk.unexplained.delete(name)) walk.explained.add(name);
    }
  }
}
