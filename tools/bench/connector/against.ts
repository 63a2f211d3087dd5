import { PROJECT_DIRECTORY } from "@/tools/stack/paths";
import type { BenchContext } from "../harness/benchmark";
import { alternate, medianRatio } from "../harness/medians";
import type { OtherBuild } from "../harness/other-build";
import type { Comparison } from "../harness/ratios";
import { type Decider, loadDecider } from "./load-compared";
import { nanosecondsEach } from "./processor-time";
import { makeVisits } from "./visits";

const ROUNDS = 41;
/** Some 30 ms: what else the machine does then falls on both. */
const CHECKS = 5_000;
const WARM_UP_ROUNDS = 6;
const CASES = ["validCookie", "slidingCookie", "validToken", "noMatch"] as const;

/** Two builds of our connector in one process, each check in turn. */
export async function compareConnectors(
  other: OtherBuild,
  { say }: BenchContext,
): Promise<Comparison> {
  const ours = await loadDecider(PROJECT_DIRECTORY);
  const theirs = await loadDecider(other.directory);
  try {
    const ratios: Record<string, number> = {};
    for (const name of CASES) {
      say(`Measuring ${name} in turn, ${ROUNDS} times`);
      ratios[`${name}Nanoseconds`] = await compareCase(name, ours, theirs);
    }
    return { ratios, tolerance: 0.1 };
  } finally {
    await ours.close();
    await theirs.close();
  }
}

async function compareCase(
  name: (typeof CASES)[number],
  ours: Decider,
  theirs: Decider,
): Promise<number> {
  const { visit, outcome } = makeVisits(Math.floor(Date.now() / 1000))[name];
  for (const { decide } of [ours, theirs]) {
    const decided = decide(visit);
    if (decided !== outcome) throw new Error(`${name} was decided as ${decided}, not ${outcome}.`);
  }
  const measure = (decider: Decider) => async () =>
    nanosecondsEach(CHECKS, () => decider.decide(visit));
  const measurements = { ours: measure(ours), theirs: measure(theirs) };
  await alternate(WARM_UP_ROUNDS, measurements);
  const measured = await alternate(ROUNDS, measurements);
  return medianRatio(measured.ours, measured.theirs);
}
