import { db } from "@/lib/db/client";
import type { Threshold } from "@/lib/domain/threshold/threshold";
import { metricOf } from "./threshold-view";

/** The thresholds of all customers. */
export type ThresholdsInForce = {
  /** By the database id of the event that they are for. */
  readonly ofEvents: ReadonlyMap<string, readonly Threshold[]>;
  /** For all events of a customer, by its id on the wire. */
  readonly ofCustomers: ReadonlyMap<string, readonly Threshold[]>;
};

export async function readThresholdsInForce(): Promise<ThresholdsInForce> {
  const rows = await db().threshold.findMany({
    orderBy: { id: "asc" },
    include: { customer: { select: { wireId: true } } },
  });
  const ofEvents = new Map<string, Threshold[]>();
  const ofCustomers = new Map<string, Threshold[]>();
  for (const row of rows) {
    const { id, name, crossedAt, clearedAt, holdSeconds } = row;
    const threshold = { id, name, metric: metricOf(row), crossedAt, clearedAt, holdSeconds };
    const [map, key] =
      row.eventId === null ? [ofCustomers, row.customer.wireId] : [ofEvents, row.eventId];
    map.set(key, [...(map.get(key) ?? []), threshold]);
  }
  return { ofEvents, ofCustomers };
}
