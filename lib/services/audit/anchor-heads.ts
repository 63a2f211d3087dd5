import { appendFile } from "node:fs/promises";
import type { Redis } from "ioredis";
import { db } from "@/lib/db/client";
import { type AuditAnchor, readAnchors, writeAnchor } from "@/lib/domain/audit/chain";
import { readAuditAnchors, writeAuditAnchors } from "@/lib/line/commands/audit-anchors";
import { env } from "@/lib/platform/env";
import { readLink } from "./read-link";

export type Anchored = {
  /** Lines of text that were written outside the database. */
  readonly written: readonly string[];
  /** Anchors whose link is gone or is another: somebody cut the end off, or an older copy was restored. */
  readonly lost: readonly string[];
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
 * change those with it. An anchor is never replaced by an earlier one.
 */
export async function anchorHeads(redis: Redis): Promise<Anchored> {
  const before = await readAuditAnchors(redis);
  const next = new Map<string, string>();
  const lost: string[] = [];
  for (const head of await readHeads()) {
    const text = writeAnchor(head);
    const held = before.get(head.customer);
    const [last] = readAnchors(held ?? "");
    if (last !== undefined && !(await isStillThere(last, head))) lost.push(held ?? "");
    else if (text !== held) next.set(head.customer, text);
  }
  const written = [...next.values()];
  const file = env.auditAnchorFile();
  if (file !== undefined && written.length > 0) {
    await appendFile(file, written.map((line) => `${line}\n`).join(""), { mode: 0o600 });
  }
  await writeAuditAnchors(redis, next);
  return { written, lost };
}

async function isStillThere(anchor: AuditAnchor, head: AuditAnchor): Promise<boolean> {
  if (anchor.seq > head.seq) return false;
  const customer = { wireId: anchor.customer };
  const link = await db().auditLink.findFirst({ where: { customer, seq: anchor.seq } });
  // What is old may have gone to a checkpoint, which `verify-audit` checks.
  return link === null || link.hash === anchor.hash;
}
