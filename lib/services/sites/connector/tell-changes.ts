import { db, type Tx } from "@/lib/db/client";
import {
  type ConnectorChange,
  connectorChanges,
  type WatchedConnectors,
} from "@/lib/domain/connector/connector-changes";
import { readPulls } from "@/lib/line/commands/pulls";
import type { Redis } from "@/lib/line/redis-client";
import { redisTimeMs } from "@/lib/line/redis-time";
import { Attempts } from "@/lib/services/ground/attempts";
import { raise } from "@/lib/services/ground/raise";
import { BY_STANCHION } from "@/lib/services/ground/raise-at-run";

const AT_ONCE = 20;

type Owner = { readonly id: string; readonly wireId: string };

/**
 * Raises which connectors of all customers have become silent, are back, or still use old rules. A change is stored with
 * what is told of it, or not at all; it is told once, whichever worker looks.
 */
export async function tellConnectorChanges(redis: Redis): Promise<void> {
  const customers = await db().customer.findMany({
    where: { deletingAt: null },
    select: { id: true, wireId: true },
  });
  const nowMs = await redisTimeMs(redis);
  const attempts = new Attempts();
  await attempts.each(customers, AT_ONCE, (customer) => tell(redis, customer, nowMs));
  attempts.end((failed) => `The connectors of ${failed} customers could not be watched.`);
}

async function tell(redis: Redis, { id, wireId }: Owner, nowMs: number): Promise<void> {
  const pulls = await readPulls(redis, wireId);
  const row = await db().connectorWatch.findUnique({ where: { customerId: id } });
  if (pulls.length === 0 && row === null) return;
  const latest = await db().publication.findFirst({
    where: { customerId: id },
    orderBy: { version: "desc" },
    select: { version: true, publishedAt: true },
  });
  const published = { version: latest?.version ?? 0, atMs: latest?.publishedAt.getTime() ?? nowMs };
  // Written below only.
  const before = (row?.seen ?? {}) as WatchedConnectors;
  const { watched, changes } = connectorChanges(before, pulls, { published, nowMs });
  if (isSame(before, watched)) return;
  await db().$transaction(async (tx) => {
    const count = await tx.$executeRaw`
      INSERT INTO "ConnectorWatch" AS held ("customerId", "seen", "version")
      VALUES (${id}, ${JSON.stringify(watched)}::jsonb, 1)
      ON CONFLICT ("customerId") DO UPDATE
      SET "seen" = EXCLUDED."seen", "version" = held."version" + 1
      WHERE held."version" = ${row?.version ?? 0}`;
    // Another worker was first.
    if (count > 0) for (const change of changes) await raiseChange(tx, id, change);
  });
}

function isSame(one: WatchedConnectors, other: WatchedConnectors): boolean {
  const ids = Object.keys(one);
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === other[id]);
}

const SENTENCES: Readonly<Record<ConnectorChange["type"], (name: string) => string>> = {
  "connector.silent": (name) => `${name} has been silent for 15 minutes`,
  "connector.back": (name) => `${name} is active again`,
  "connector.removed": (name) => `${name} is no longer listed`,
  "connector.outdated": (name) => `${name} still uses old rules`,
};

async function raiseChange(tx: Tx, customerId: string, change: ConnectorChange): Promise<void> {
  const { type, connectorId, apiKeyId, name } = change;
  const apiKey = await tx.apiKey.findFirst({
    where: { id: apiKeyId, customerId },
    select: { name: true },
  });
  const apiKeyName = apiKey?.name ?? "Deleted key";
  await raise(tx, customerId, {
    ...{ type, event: null, by: BY_STANCHION },
    summary: SENTENCES[type](`The connector ${name} (${apiKeyName})`),
    data: { connectorId, name, apiKeyName, ...detailsOf(change) },
  });
}

function detailsOf(change: ConnectorChange) {
  if (change.type === "connector.silent")
    return { seenAt: new Date(change.seenAtMs).toISOString() };
  if (change.type === "connector.back" || change.type === "connector.removed") return {};
  return { versions: change.versions, refuses: change.refuses };
}
