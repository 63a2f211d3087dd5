import { setTimeout } from "node:timers/promises";
import { type Job, Worker } from "bullmq";
import { refusalOf } from "@/lib/line/redis-refusal";

const WAIT_MS = 1_000;

/**
 * A worker that waits for a Redis that refuses its commands (full, read-only) as it does for one that is away. The library asks
 * again at once, thousands of times a second.
 */
export class PatientWorker<Result> extends Worker<unknown, Result> {
  protected override moveToActive(...args: Parameters<Worker["moveToActive"]>) {
    return waitAfterRefusal(super.moveToActive(...args));
  }

  protected override handleCompleted(result: Result, job: Job<unknown, Result>, token: string) {
    return waitAfterRefusal(super.handleCompleted(result, job, token));
  }

  protected override handleFailed(error: Error, job: Job<unknown, Result>, token: string) {
    return waitAfterRefusal(super.handleFailed(error, job, token));
  }
}

async function waitAfterRefusal<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (refusalOf(error) !== null) await setTimeout(WAIT_MS);
    throw error;
  }
}
