/** What a threshold can watch. */
export const THRESHOLD_METRICS = [
  "waiting",
  "expectedWaitMinutes",
  "outflowUsedPercent",
  "noShowPercent",
] as const;
