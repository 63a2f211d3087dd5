import {
  METRIC_WORDS,
  nextThreshold,
  type Threshold,
  type ThresholdMetric,
  type ThresholdState,
} from "@/lib/domain/threshold/threshold";
import type { LineChange } from "./line-changes";

/** By the ids of thresholds. */
export type ThresholdStates = ReadonlyMap<string, ThresholdState>;

type Look = {
  readonly values: Readonly<Record<ThresholdMetric, number | null>>;
  readonly atMs: number;
};

/** One that was told to be crossed, as it was then. */
export type CrossedThreshold = Pick<Threshold, "id" | "name" | "metric">;

type Before = { readonly states: ThresholdStates; readonly crossed: readonly CrossedThreshold[] };

/**
 * What is to be told of the thresholds of an event after a look, and how they stand. One that is crossed and no longer in
 * force is told to be cleared: somebody may be waiting for that.
 */
export function thresholdChanges(
  thresholds: readonly Threshold[],
  before: Before,
  { values, atMs }: Look,
): Before & { readonly changes: readonly LineChange[] } {
  const changes: LineChange[] = [];
  const metrics = new Map(thresholds.map(({ id, metric }) => [id, metric]));
  // One that watches something else now is another one.
  const over = before.crossed.filter(({ id, metric }) => metrics.get(id) !== metric);
  const ended = new Set(over.map(({ id }) => id));
  for (const { id, name, metric } of over) {
    changes.push({
      type: "event.threshold_cleared",
      sentence: `{event} no longer has the threshold ${name}`,
      data: { thresholdId: id, name, metric, value: null },
    });
  }
  const states = new Map<string, ThresholdState>();
  for (const threshold of thresholds) {
    const { id, name, metric } = threshold;
    const value = values[metric];
    const state = ended.has(id) ? undefined : before.states.get(id);
    const was = state ?? { isCrossed: false, sinceMs: null };
    const now = nextThreshold(threshold, was, { value, atMs });
    states.set(id, now);
    if (value === null || now.isCrossed === was.isCrossed) continue;
    const words = `${name}: ${METRIC_WORDS[metric](value.toLocaleString("en"))}`;
    changes.push({
      type: now.isCrossed ? "event.threshold_crossed" : "event.threshold_cleared",
      sentence: now.isCrossed
        ? `{event} crossed the threshold ${words}`
        : `{event} is back within the threshold ${words}`,
      data: { thresholdId: id, name, metric, value },
    });
  }
  const crossed = thresholds
    .filter(({ id }) => states.get(id)?.isCrossed === true)
    .map(({ id, name, metric }) => ({ id, name, metric }));
  return { states, crossed, changes };
}
