import { setTimeout } from "node:timers/promises";

const LONGEST_MS = 250;

/** How long the line took to answer the last join of each event, in milliseconds. */
const lastMs = new WeakMap<object, number>();

/** Notes how long a question to the line took that began at `startedAtMs`. */
export function noteAnswerTime(line: object, startedAtMs: number): void {
  lastMs.set(line, Math.min(LONGEST_MS, performance.now() - startedAtMs));
}

/** Answers after as long as the line took for the last true join: an answer at once would tell who waits for nothing. */
export async function lineAnswered<Answer>(line: object, answer: Answer): Promise<Answer> {
  await setTimeout(lastMs.get(line) ?? 1);
  return answer;
}
