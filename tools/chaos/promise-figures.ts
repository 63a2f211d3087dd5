import type { Observation } from "@/rehearsal/crowd/observation";
import { reportCrowd, reportPlaces } from "../crowd/report";
import type { Seen } from "../shared/history";
import { maxSlidingRatio } from "../shared/measures";
import { until } from "../shared/time";
import { countedErrors } from "./aftermath";
import { type Admission, withTokens } from "./cap-figures";
import { countIn } from "./guests";
import type { Sale } from "./sale";

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

/** Waits until everybody is in, sends home who is not, says what failed, and answers these figures. */
export async function endWhenIn(
  { guests, watch, end }: Pick<Sale, "guests" | "watch" | "end">,
  validitySeconds: number,
  { say, withinMs = 300_000 }: { readonly say: (line: string) => void; readonly withinMs?: number },
): Promise<PromiseFigures> {
  const areIn = () => countIn(guests) === guests.all.length;
  await until("everybody is in", areIn, withinMs).catch(() => undefined);
  const { seen, admitted } = await end();
  for (const text of countedErrors(seen.flatMap((one) => one.errors))) say(text);
  return promiseFigures({ seen, admitted, outflow: watch.outflow, validitySeconds });
}
