import type { Threshold as ThresholdRow } from "@/lib/db/generated/client";
import { THRESHOLD_METRICS, type ThresholdMetric } from "@/lib/domain/threshold/threshold";

/** A threshold as screens and programs see it. */
export type ThresholdView = {
  readonly id: string;
  readonly name: string;
  readonly metric: ThresholdMetric;
  /** Null: all events. */
  readonly eventId: string | null;
  readonly crossedAt: number;
  readonly clearedAt: number;
  readonly holdSeconds: number;
  readonly version: number;
  readonly createdAt: string;
};

/** With it the event that a threshold is for. */
export const WITH_EVENT = { event: { select: { wireId: true } } } as const;

type Row = ThresholdRow & { readonly event: { readonly wireId: string } | null };

export function toThresholdView(row: Row): ThresholdView {
  const { id, name, crossedAt, clearedAt, holdSeconds, version } = row;
  return {
    ...{ id, name, crossedAt, clearedAt, holdSeconds, version },
    metric: metricOf(row),
    eventId: row.event?.wireId ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** What is stored is one of them. */
export function metricOf({ metric }: Pick<ThresholdRow, "metric">): ThresholdMetric {
  const known = THRESHOLD_METRICS.find((one) => one === metric);
  if (known === undefined) throw new Error(`There is no metric ${metric}.`);
  return known;
}
