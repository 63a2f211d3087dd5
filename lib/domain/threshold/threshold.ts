/** What a threshold can watch. */
export const THRESHOLD_METRICS = [
  "waiting",
  "expectedWaitMinutes",
  "outflowUsedPercent",
  "noShowPercent",
] as const;

export type ThresholdMetric = (typeof THRESHOLD_METRICS)[number];

/** How people read a value: `5,120 waiting`. */
export const METRIC_WORDS: Readonly<Record<ThresholdMetric, (value: string) => string>> = {
  waiting: (value) => `${value} waiting`,
  expectedWaitMinutes: (value) => `${value} min expected wait`,
  outflowUsedPercent: (value) => `${value} % of the outflow used`,
  noShowPercent: (value) => `${value} % no-shows`,
};

/** On which side of its value a metric is worth telling. */
export const METRIC_SIDE: Readonly<Record<ThresholdMetric, "above" | "below">> = {
  ...{ waiting: "above", expectedWaitMinutes: "above" },
  ...{ outflowUsedPercent: "below", noShowPercent: "above" },
};

/** A limit that a customer sets. Between its two values it stays what it is, so that it does not go to and fro. */
export type Threshold = {
  readonly id: string;
  readonly name: string;
  readonly metric: ThresholdMetric;
  readonly crossedAt: number;
  readonly clearedAt: number;
  /** For so long the metric has to be beyond a value before it counts. */
  readonly holdSeconds: number;
};

/** True where the values leave a band in which nothing changes. */
export function hasBand({
  metric,
  crossedAt,
  clearedAt,
}: Pick<Threshold, "metric" | "crossedAt" | "clearedAt">): boolean {
  return METRIC_SIDE[metric] === "above" ? clearedAt < crossedAt : clearedAt > crossedAt;
}

/** Whether it is crossed, and since when the metric says the opposite; null: it does not. */
export type ThresholdState = { readonly isCrossed: boolean; readonly sinceMs: number | null };

/** How a threshold stands after a look. Where nobody knows the value, it stays what it is. */
export function nextThreshold(
  threshold: Threshold,
  { isCrossed, sinceMs }: ThresholdState,
  { value, atMs }: { readonly value: number | null; readonly atMs: number },
): ThresholdState {
  if (value === null || !isOpposite(threshold, isCrossed, value)) {
    return { isCrossed, sinceMs: null };
  }
  const since = Math.min(sinceMs ?? atMs, atMs);
  return atMs - since >= threshold.holdSeconds * 1_000
    ? { isCrossed: !isCrossed, sinceMs: null }
    : { isCrossed, sinceMs: since };
}

function isOpposite(threshold: Threshold, isCrossed: boolean, value: number): boolean {
  const { metric, crossedAt, clearedAt } = threshold;
  const isAbove = METRIC_SIDE[metric] === "above";
  if (isCrossed) return isAbove ? value <= clearedAt : value >= clearedAt;
  return isAbove ? value >= crossedAt : value <= crossedAt;
}
