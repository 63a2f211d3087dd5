import type { Samples } from "@/lib/platform/observability/metrics/scrape";

/** What the process that keeps the others asks each of them. */
export type Question = { readonly metricsQuestion: number };
/** What one of them answers to a question. */
export type Answer = { readonly metricsAnswer: number; readonly samples: Samples };

export function isQuestion(message: unknown): message is Question {
  return typeof message === "object" && message !== null && "metricsQuestion" in message;
}

export function isAnswer(message: unknown): message is Answer {
  return typeof message === "object" && message !== null && "metricsAnswer" in message;
}
