import { setTimeout as delay } from "node:timers/promises";
import type { Tracer } from "@opentelemetry/api";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";
import type { TracesSettings } from "@/lib/platform/env";
import { installedVersion } from "@/lib/platform/installation";

export type TracedProgram = "console" | "api" | "worker" | "waiting-room";

/** A collector that does not answer holds up the end of a process for so long at the most. */
const END_MS = 2_000;

export type RunningTracer = {
  readonly tracer: Tracer;
  /** Exports what is left. Never rejects. */
  readonly end: () => Promise<void>;
};

/**
 * A tracer that exports by OTLP, as OpenTelemetry's environment variables say. `keepsAll`: its caller samples, and
 * `OTEL_TRACES_SAMPLER` is not asked again. `onFailure` is told when spans were lost.
 */
export function createTracer(
  program: TracedProgram,
  { protocol }: TracesSettings,
  how: { readonly keepsAll: boolean; readonly onFailure: (error: Error) => void },
): RunningTracer {
  const own = {
    "service.name": `stanchion-${program}`,
    "service.version": installedVersion(),
    "process.pid": process.pid,
  };
  const named = resourceFromAttributes(own).merge(detectResources({ detectors: [envDetector] }));
  const exporter = telling(createExporter(protocol), how.onFailure);
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(named),
    spanProcessors: [new BatchSpanProcessor(exporter)],
    ...(how.keepsAll ? { sampler: new AlwaysOnSampler() } : {}),
  });
  const ending = () => provider.shutdown().catch(() => undefined);
  return {
    tracer: provider.getTracer("stanchion"),
    end: () => Promise.race([ending(), delay(END_MS, undefined, { ref: false })]),
  };
}

function createExporter(protocol: TracesSettings["protocol"]): SpanExporter {
  return protocol === "http/json" ? new JsonExporter() : new ProtobufExporter();
}

/** The package tells nobody that a collector is away. */
function telling(exporter: SpanExporter, onFailure: (error: Error) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined) onFailure(result.error);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
