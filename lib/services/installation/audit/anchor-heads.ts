import { db } from "@/lib/db/client";
import {
  type AuditAnchor,
  readAnchors,
  writeAcceptance,
  writeAnchor,
} from "@/lib/domain/audit/chain";
import {
  ALL_ANCHORS,
  dropAuditAlarm,
  raiseAuditAlarm,
  readAuditAlarms,
  readAuditAnchors,
  writeAuditAnchors,
} from "@/lib/line/commands/audit-anchors";
import type { Redis } from "@/lib/line/redis-client";
import { readAuditKey } from "@/lib/services/ground/audit-key";
import { hashOfLink, isSameMac, macOfLink } from "@/lib/services/ground/audit-proof";
import { appendAnchors, readAppendedAnchors } from "./anchor-file";
import { readLink } from "./inner/read-link";

/** A head is anchored within a minute; one that is older was anchored before. */
export const ANCHORED_MS = 5 * 60_000;
/** So long it is said that anchors were lost. */
const LOST_TOLD_MS = 24 * 60 * 60_000;

export type Anchored = {
  /** Lines of text that were written outside the database. */
  readonly written: readonly string[];
  /** Anchors whose link is gone or is another: somebody cut the end off, or an older copy was restored. */
  readonly contradicted: readonly string[];
  /** True when no anchor of any log was there any more. */
  readonly isLost: boolean;
};

/** Where the chain of each customer stands. */
export async function readHeads(customerId?: string): Promise<readonly AuditAnchor[]> {
  const rows = await db().$queryRaw<
    { customer: string; seq: number; hash: string; body: string }[]
  >`
    SELECT customer."wireId" AS customer, head."seq", head."hash", head."body"
    FROM "Customer" AS customer CROSS JOIN LATERAL (
      SELECT "seq", "hash", "body" FROM "AuditLink" WHERE "customerId" = customer."id"
      ORDER BY "seq" DESC LIMIT 1
    ) AS head WHERE ${customerId ?? null}::text IS NULL OR customer."id" = ${customerId ?? null}`;
  return rows.map(({ customer, seq, hash, body }) => ({
    ...{ customer, seq, hash },
    at: readLink(body)?.at ?? "",
  }));
}

/**
 * Writes where each chain stands to Redis, and to a file where one is set: whoever can change the database cannot
 * change those with it. An anchor that a chain contradicts stays, and raises an alarm until somebody accepts the chain
 * as it is; that all anchors are gone raises one for a day.
 */
export async function anchorHeads(redis: Redis): Promise<Anchored> {
  const held = await readHeld(redis);
  const heads = await readHeads();
  const now = new Date();
  const next = new Map<string, string>();
  const contradicted: string[] = [];
  for (const head of heads) {
    const bad = await firstContradicted(held.get(head.customer) ?? [], head);
    if (bad === null) next.set(head.customer, writeAnchor(head));
    else contradicted.push(writeAnchor(bad));
    if (bad !== null) await raiseAuditAlarm(redis, head.customer, now.toISOString());
  }
  const isOld = ({ at }: AuditAnchor) => now.getTime() - Date.parse(at) > ANCHORED_MS;
  const isLost = held.size === 0 && heads.some(isOld);
  await tellLost(redis, isLost, now);
  const inRedis = await readAuditAnchors(redis);
  const changed = [...next].filter(([customer, text]) => inRedis.get(customer) !== text);
  const written = changed.map(([, text]) => text);
  await appendAnchors(written);
  await writeAuditAnchors(redis, new Map(changed));
  return { written, contradicted, isLost };
}

/**
 * Takes the chains as they are for right, as after an older copy of the database was restored: their alarms end, and
 * what was anchored before counts no longer. For whoever runs the installation, who has made sure of it.
 */
export async function acceptHeads(redis: Redis, customerId?: string): Promise<number> {
  const heads = await readHeads(customerId);
  const at = new Date().toISOString();
  await appendAnchors(
    heads.flatMap((head) => [writeAcceptance(head.customer, at), writeAnchor(head)]),
  );
  await writeAuditAnchors(redis, new Map(heads.map((head) => [head.customer, writeAnchor(head)])));
  for (const { customer } of heads) await dropAuditAlarm(redis, customer);
  await dropAuditAlarm(redis, ALL_ANCHORS);
  return heads.length;
}

/** The last anchor of each customer, of Redis and of the file. */
async function readHeld(redis: Redis): Promise<Map<string, AuditAnchor[]>> {
  const inRedis = [...(await readAuditAnchors(redis)).values()].flatMap((text) =>
    readAnchors(text),
  );
  const inFile = new Map((await readAppendedAnchors()).map((anchor) => [anchor.customer, anchor]));
  const held = new Map<string, AuditAnchor[]>();
  for (const anchor of [...inRedis, ...inFile.values()]) {
    held.set(anchor.customer, [...(held.get(anchor.customer) ?? []), anchor]);
  }
  return held;
}

async function tellLost(redis: Redis, isLost: boolean, now: Date): Promise<void> {
  if (isLost) return raiseAuditAlarm(redis, ALL_ANCHORS, now.toISOString());
  const since = (await readAuditAlarms(redis)).get(ALL_ANCHORS);
  if (since === undefined || now.getTime() - Date.parse(since) < LOST_TOLD_MS) return;
  await dropAuditAlarm(redis, ALL_ANCHORS);
}

async function firstContradicted(
  anchors: readonly AuditAnchor[],
  head: AuditAnchor,
): Promise<AuditAnchor | null> {
  for (const anchor of anchors) if (!(await isStillThere(anchor, head))) return anchor;
  return null;
}

async function isStillThere(anchor: AuditAnchor, head: AuditAnchor): Promise<boolean> {
  if (anchor.seq > head.seq) return false;
  const customer = { wireId: anchor.customer };
  const link = await db().auditLink.findFirst({ where: { customer, seq: anchor.seq } });
  return link === null ? isBehindCheckpoint(anchor) : link.hash === anchor.hash;
}

/** What is old may have gone to a checkpoint, for which the audit key vouches. */
async function isBehindCheckpoint({ customer: wireId, seq, hash }: AuditAnchor): Promise<boolean> {
  const [link, key] = await Promise.all([
    db().auditLink.findFirst({
      where: { customer: { wireId }, kind: "checkpoint" },
      orderBy: { seq: "desc" },
    }),
    readAuditKey(db()),
  ]);
  if (link === null || key === null) return false;
  const isOurs =
    hashOfLink(link.body) === link.hash && isSameMac(link.mac, macOfLink(key, link.hash));
  const content = isOurs ? readLink(link.body)?.content : undefined;
  if (content?.kind !== "checkpoint") return false;
  return content.through === seq ? content.hash === hash : content.through > seq;
}
