import type { Observation } from "@/rehearsal/crowd/observation";
import { reportCrowd, reportPlaces } from "../crowd/report";
import type { Seen } from "../shared/history";
import { maxSlidingRatio } from "../shared/measures";
import { type Admission, withTokens } from "./cap-figures";

/** What replacing, restoring and upgrading must not cost anybody. */
export type PromiseFigures = ReturnType<typeof promiseFigures>;

/**
 * What an outside observer says of visitors and of whom the line let in. Each failed request is an error, and so is
 * everybody who was to get in and did not.
 */
export function promiseFigures(event: {
  readonly seen: readonly Observation[];
  readonly admitted: readonly Admission[];
  readonly outflow: readonly Seen<number>[];
  readonly validitySeconds: number;
}) {
  const { seen, outflow, validitySeconds } = event;
  const report = reportCrowd(seen, { outflowPerMinute: 0, holes: [] });
  const admitted = withTokens(event.admitted, seen, { seatMs: 0, validitySeconds });
  const times = admitted.map(({ admittedAtMs }) => admittedAtMs);
  const ratio = maxSlidingRatio(times, outflow);
  return {
    ...reportPlaces(seen),
    doubleAdmissions: report.admittedTwice,
    maxSlidingRatio: Math.round(ratio * 1_000) / 1_000,
    visitorErrors: report.errors + report.neverAdmitted,
    visitors: seen.length,
    admissions: admitted.length,
  };
}

/** Each error of visitors once, with how often it came. */
export function errorsOf(seen: readonly Observation[]): string[] {
  const errors = seen.flatMap((one) => one.errors);
  return [...new Set(errors)].map(
    (text) => `${errors.filter((error) => error === text).length} times: ${text}`,
  );
}
