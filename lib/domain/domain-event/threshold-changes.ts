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

/** What is to be told of the thresholds of an event after a look, and how they stand. */
export function thresholdChanges(
  thresholds: readonly Threshold[],
  before: ThresholdStates,
  { values, atMs }: Look,
): { readonly states: ThresholdStates; readonly changes: readonly LineChange[] } {
  const changes: LineChange[] = [];
  const states = new Map<string, ThresholdState>();
  for (const threshold of thresholds) {
    const { id, name, metric } = threshold;
    const value = values[metric];
    const was = before.get(id) ?? { isCrossed: false, sinceMs: null };
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
  return { states, changes };
}
