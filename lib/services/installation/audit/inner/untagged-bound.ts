import type { Db } from "@/lib/db/client";
import {
  hashOfLink,
  isSameMac,
  macOfLink,
  makeBound,
  readBound,
} from "@/lib/services/ground/audit-proof";
import { readLink } from "./read-link";

const ID = "audit";
const PAGE = 500;
/** Later than any time that a link names. */
const UNKNOWN = "9999";

/** Until when entries without a tag are taken, for all customers; null: never. */
export type UntaggedBound = {
  readonly until: string | null;
  /** Somebody wrote into the database what the audit key has not made. */
  readonly isForged: boolean;
};

/**
 * The bound of this installation, which is fixed once: when the audit key is made, or, where a version before made it,
 * from the links that the key vouches for. Without the key it is believed as it stands, like all that has a mac.
 */
export async function untaggedBound(database: Db, key: Buffer | null): Promise<UntaggedBound> {
  const row = await database.auditKey.findUnique({ where: { id: ID } });
  if (row === null) return { until: null, isForged: false };
  if (row.bound === null) {
    return { until: key === null ? UNKNOWN : await boundOfLinks(database, key), isForged: false };
  }
  const until = readBound(row.bound);
  const isForged = key !== null && !isSameMac(makeBound(key, until), row.bound);
  return { until: isForged ? null : until, isForged };
}

/** Fixes the bound where a version before has not. Whoever takes it away finds it no later than it was. */
export async function fixUntaggedBound(database: Db, key: Buffer): Promise<void> {
  const open = await database.auditKey.count({ where: { id: ID, bound: null } });
  if (open === 0) return;
  const bound = makeBound(key, await boundOfLinks(database, key));
  await database.auditKey.updateMany({ where: { id: ID, bound: null }, data: { bound } });
}

/** The latest time that a chain of the version before named. No link of this version names a later one than the bound. */
async function boundOfLinks(database: Db, key: Buffer): Promise<string | null> {
  let latest: string | null = null;
  let after: { customerId: string; seq: number } | null = null;
  for (;;) {
    const links: Awaited<ReturnType<typeof beginnings>> = await beginnings(database, after);
    for (const { body, hash, mac } of links) {
      const isOurs = hashOfLink(body) === hash && isSameMac(mac, macOfLink(key, hash));
      const content = isOurs ? readLink(body)?.content : undefined;
      if (content?.kind !== "genesis" && content?.kind !== "checkpoint") continue;
      latest = laterOf(latest, content.untaggedUntil);
    }
    const last = links.at(-1);
    if (last === undefined || links.length < PAGE) return latest;
    after = { customerId: last.customerId, seq: last.seq };
  }
}

function beginnings(database: Db, after: { customerId: string; seq: number } | null) {
  return database.auditLink.findMany({
    where: { kind: { in: ["genesis", "checkpoint"] } },
    orderBy: [{ customerId: "asc" }, { seq: "asc" }],
    take: PAGE,
    ...(after === null ? {} : { cursor: { customerId_seq: after }, skip: 1 }),
  });
}

function laterOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

/** The earlier of two bounds; none is the earliest. */
export function earlierOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null;
  return one < other ? one : other;
}
