import type { Tx } from "@/lib/db/client";

export type NewDelivery = {
  readonly endpointId: string;
  /** Of the stream that keeps it in order. */
  readonly key: string;
  readonly domainEventSeq: bigint;
  readonly isReplay?: boolean;
};

/**
 * Adds deliveries in this order, at the end of their streams. The streams come last, each held until all is stored: whoever
 * ends one holds its row, too, and looks at its deliveries only then.
 */
export async function addDeliveries(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  // One statement with four values, however many there are: with a value each, thousands take seconds.
  await tx.$executeRaw`
    INSERT INTO "WebhookDelivery" ("endpointId", "key", "domainEventSeq", "isReplay")
    SELECT "endpointId", "key", "seq", "isReplay"
    FROM unnest(
      ${deliveries.map(({ endpointId }) => endpointId)}::text[],
      ${deliveries.map(({ key }) => key)}::text[],
      ${deliveries.map(({ domainEventSeq }) => String(domainEventSeq))}::text[]::bigint[],
      ${deliveries.map(({ isReplay = false }) => isReplay)}::boolean[]
    ) WITH ORDINALITY AS added("endpointId", "key", "seq", "isReplay", "place")
    ORDER BY "place"`;
  const streams = new Map(
    deliveries.map(({ endpointId, key }) => [`${endpointId} ${key}`, { endpointId, key }]),
  );
  // In order, so that two who add at the same time cannot wait for each other.
  const inOrder = [...streams].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, stream]) => stream);
  await tx.$executeRaw`
    INSERT INTO "WebhookStream" ("endpointId", "key", "nextAttemptAt")
    SELECT "endpointId", "key", now() AT TIME ZONE 'UTC'
    FROM unnest(
      ${inOrder.map(({ endpointId }) => endpointId)}::text[], ${inOrder.map(({ key }) => key)}::text[]
    ) AS added("endpointId", "key")
    ON CONFLICT ("endpointId", "key") DO UPDATE SET "key" = EXCLUDED."key"`;
}
