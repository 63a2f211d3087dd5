import { createRandom, type Random } from "./mutate";
import { SUBJECT, type Subject, TARGETS, type Target } from "./targets";

export interface FuzzLimits {
  readonly seed: number;
  readonly seconds: number;
  /** Ends the run earlier. */
  readonly maxInputs?: number;
  /** Ends it with so many `throws` and `admissions` together. */
  readonly maxFaults?: number;
}

const MAX_EXAMPLES = 5;
const MAX_EXAMPLE_CHARACTERS = 2000;
const INPUTS_BETWEEN_LOOKS = 256;
const TOTAL_WEIGHT = TARGETS.reduce((sum, [weight]) => sum + weight, 0);
const PRECISION = 1_000_000;

function chooseTarget(random: Random): Target {
  let left = (random.below(PRECISION) / PRECISION) * TOTAL_WEIGHT;
  for (const [weight, target] of TARGETS) {
    left -= weight;
    if (left < 0) return target;
  }
  throw new Error("The weights do not add up.");
}

/**
 * Throws mutated credentials, requests and configs at the connector's core until time is up. `throws` are inputs that made
 * something throw, or break a promise other than admitting; `admissions` are those that were let in, or taken up, without a
 * genuine credential; `examples` are the first of either kind.
 */
export function runFuzz(
  { seed, seconds, maxInputs = Number.POSITIVE_INFINITY, maxFaults = maxInputs }: FuzzLimits,
  subject: Subject = SUBJECT,
) {
  const random = createRandom(seed);
  const endAtMs = Date.now() + seconds * 1000;
  const examples: string[] = [];
  let [inputs, throws, admissions] = [0, 0, 0];
  const keep = (text: string): void => {
    if (examples.length < MAX_EXAMPLES) examples.push(text.slice(0, MAX_EXAMPLE_CHARACTERS));
  };
  const isTimeLeft = () => inputs % INPUTS_BETWEEN_LOOKS !== 0 || Date.now() < endAtMs;
  while (inputs < maxInputs && throws + admissions < maxFaults && isTimeLeft()) {
    inputs += 1;
    try {
      const admitted = chooseTarget(random)(subject, random);
      if (admitted === null) continue;
      admissions += 1;
      keep(`Admitted: ${admitted}`);
    } catch (error) {
      throws += 1;
      keep(`Threw: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  return { inputs, throws, admissions, seed, examples };
}
