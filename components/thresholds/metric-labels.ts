import type { ThresholdMetric } from "@/lib/domain/threshold/threshold";

/** What people call each metric, and its unit. */
export const METRIC_LABELS: Readonly<
  Record<ThresholdMetric, { readonly label: string; readonly unit: string }>
> = {
  waiting: { label: "Waiting visitors", unit: "visitors" },
  expectedWaitMinutes: { label: "Expected wait", unit: "minutes" },
  outflowUsedPercent: { label: "Outflow used", unit: "%" },
  noShowPercent: { label: "No-shows", unit: "%" },
};
