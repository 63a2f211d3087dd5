import type { Redis } from "ioredis";

/** What is told of a span: names and figures of ours, never what somebody has sent. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export type SpanOptions = {
  readonly attributes?: Attributes;
  /**
   * The `traceparent` of whatever caused this work, as it was stored: the last one is its parent, and the others are linked. The
   * span that is active is linked too, as that which happened to do the work.
   */
  readonly causes?: readonly (string | null)[];
  /** `client`: it waits for somebody else's server. */
  readonly kind?: "internal" | "client";
  /** A use case, which may be named after what it writes into the audit log. */
  readonly isVerb?: boolean;
};

/** What the trace of a request or a job knows of itself, in its headers' words. */
export type TraceIds = { readonly traceId: string; readonly spanId: string };

/** What records spans. Only a process that exports traces has one. */
export type Tracing = {
  readonly run: <Result>(
    name: string,
    options: SpanOptions,
    work: () => Promise<Result>,
  ) => Promise<Result>;
  readonly describe: (attributes: Attributes, name?: string) => void;
  readonly nameVerb: (name: string) => void;
  readonly linkCaller: (traceparent: string | null) => void;
  readonly traceparent: () => string | null;
  readonly ids: () => TraceIds | undefined;
  readonly watchRedis: (driver: typeof Redis) => void;
};

// On the global object: the server that starts it and the bundle of Next.js each have a copy of this module.
const holder: typeof globalThis & { stanchionTracing?: Tracing | undefined } = globalThis;

/** Lets every copy of this module in this process record spans. */
export function offerTracing(tracing: Tracing): void {
  holder.stanchionTracing = tracing;
}

/** Does the work in a span of the trace that is active. Where nothing is traced it does the work, and no more. */
export function traced<Result>(
  name: string,
  work: () => Promise<Result>,
  options: SpanOptions = {},
): Promise<Result> {
  const tracing = holder.stanchionTracing;
  return tracing === undefined ? work() : tracing.run(name, options, work);
}

/** Adds to the active span, and renames it. */
export function describeSpan(attributes: Attributes, name?: string): void {
  holder.stanchionTracing?.describe(attributes, name);
}

/** Names the active use case after what it writes into the audit log. */
export function nameVerb(name: string): void {
  holder.stanchionTracing?.nameVerb(name);
}

/** Links the trace of a caller who has shown a key. Others could not be told from those who make one up. */
export function linkCaller(traceparent: string | null): void {
  holder.stanchionTracing?.linkCaller(traceparent);
}

/** The active span as the header `traceparent` has it, for whoever goes on with this later or elsewhere; null for none. */
export function currentTraceparent(): string | null {
  return holder.stanchionTracing?.traceparent() ?? null;
}

/** The ids of the active span, for the log. */
export function currentTrace(): TraceIds | undefined {
  return holder.stanchionTracing?.ids();
}

/**
 * Records what goes to Redis through a copy of the driver from here on, by script or command and without arguments, while a
 * span is active. It takes the place of the driver's own method, as for metrics.
 */
export function watchRedis(driver: typeof Redis): void {
  holder.stanchionTracing?.watchRedis(driver);
}
