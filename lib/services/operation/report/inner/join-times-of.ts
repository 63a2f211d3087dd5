import { db } from "@/lib/db/client";
import { JoinTimes } from "@/lib/domain/fairness/join-times";
import { type CountedRun, readFairnessInputs } from "./fairness-inputs";

type JoinedRun = CountedRun & {
  readonly number: number;
  readonly draw: { readonly runId: string } | null;
};

/** When the numbers of a lane were handed out; null in a draw, where numbers are not those of joining. */
export async function joinTimesOf(run: JoinedRun, lane: number): Promise<JoinTimes | null> {
  if (run.draw !== null) return null;
  const { lanes } = await readFairnessInputs(db(), run, Date.now());
  const joins = lanes.find((one) => one.lane === lane);
  return joins === undefined ? null : new JoinTimes(joins);
}
