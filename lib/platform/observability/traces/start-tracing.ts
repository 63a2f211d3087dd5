import { Redis } from "ioredis";
import type { TracesSettings } from "@/lib/platform/env";
import type { Logger } from "@/lib/platform/observability/logger";
import { createTracer, type TracedProgram } from "./create-tracer";
import { Spans } from "./spans";
import { countStatements } from "./statements";
import { offerTracing } from "./traced";

/** What repeats by itself, where no sampler is set. */
const ROUNDS_RATIO = 0.001;

/** What a program does with its traces beside the spans of `traced`. */
export type RunningTracing = {
  readonly spans: Spans;
  /** The same job, of which some rounds are traced: most find nothing to do. */
  readonly round: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
  /** Exports what is left. Never rejects. */
  readonly end: () => Promise<void>;
};

/** Records what a program of operators does from here on: its use cases, calls to Redis and statements of Postgres. */
export function startTracing(
  program: TracedProgram,
  settings: TracesSettings,
  log: Logger,
): RunningTracing {
  const onFailure = (error: Error) => log.error({ error }, "Traces could not be exported.");
  const { tracer, end } = createTracer(program, settings, { keepsAll: false, onFailure });
  const spans = new Spans(tracer);
  offerTracing(spans);
  spans.watchRedis(Redis);
  countStatements(() => spans.active());
  return {
    spans,
    round: (name, work) =>
      settings.ratio === undefined && Math.random() >= ROUNDS_RATIO
        ? spans.untraced(work)
        : spans.run(name, {}, work),
    end,
  };
}
