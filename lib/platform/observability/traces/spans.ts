import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { Command, Redis } from "ioredis";
import { isWaiting, redisCallName } from "@/lib/platform/observability/redis-call-name";
import type { SpanOptions, Tracing } from "./traced";
import { readTraceparent, writeTraceparent } from "./traceparent";

/** A span that is active, and what was noted meanwhile. */
export type Active = {
  readonly span: Span;
  readonly isVerb: boolean;
  isNamed: boolean;
  statements: number;
  statementsMs: number;
};

/** The spans of a process, one active in each of its flows. */
export class Spans implements Tracing {
  readonly #flows = new AsyncLocalStorage<Active | undefined>();
  readonly #tracer: Tracer;

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  active(): Active | undefined {
    return this.#flows.getStore();
  }

  /** Begins a span below the active one, or what caused it. */
  begin(
    name: string,
    { attributes = {}, causes, kind = "internal", isVerb = false }: SpanOptions,
    as: SpanKind = kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL,
  ): Active {
    const { parent, links } = this.#origin(causes);
    const span = this.#tracer.startSpan(name, { kind: as, attributes, links }, parent);
    return { span, isVerb, isNamed: false, statements: 0, statementsMs: 0 };
  }

  #origin(causes: SpanOptions["causes"]): { parent: Context; links: Link[] } {
    const active = this.active()?.span;
    if (causes === undefined) {
      const parent = active === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, active);
      return { parent, links: [] };
    }
    const known = causes.flatMap((cause) => readTraceparent(cause) ?? []);
    const cause = known.pop();
    const others = active === undefined ? known : [...known, active.spanContext()];
    const parent = cause === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, cause);
    return { parent, links: others.map((context) => ({ context })) };
  }

  /** Work in a round that is not traced, whose cause was not traced either. */
  #isOrphan({ causes }: SpanOptions): boolean {
    if (causes === undefined || this.active() !== undefined) return false;
    return causes.every((cause) => readTraceparent(cause) === undefined);
  }

  /** Does the work while a span is active, which its caller ends. */
  within<Result>(active: Active, work: () => Result): Result {
    return this.#flows.run(active, work);
  }

  /** Does the work outside of any span. */
  untraced<Result>(work: () => Result): Result {
    return this.#flows.run(undefined, work);
  }

  async run<Result>(
    name: string,
    options: SpanOptions,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#isOrphan(options)) return work();
    const active = this.begin(name, options);
    try {
      return await this.within(active, work);
    } catch (error) {
      // Its message may name what somebody has sent.
      active.span.setAttribute("error.type", kindOf(error));
      active.span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      endSpan(active);
    }
  }

  describe(attributes: SpanOptions["attributes"] = {}, name?: string): void {
    const active = this.active();
    if (active === undefined) return;
    active.span.setAttributes(attributes);
    if (name === undefined) return;
    active.span.updateName(name);
    active.isNamed = true;
  }

  nameVerb(name: string): void {
    const active = this.active();
    if (active?.isVerb === true && !active.isNamed) this.describe({}, name);
  }

  linkCaller(traceparent: string | null): void {
    const context = readTraceparent(traceparent);
    if (context !== undefined) this.active()?.span.addLink({ context });
  }

  traceparent(): string | null {
    const active = this.active();
    return active === undefined ? null : writeTraceparent(active.span.spanContext());
  }

  ids() {
    const context = this.active()?.span.spanContext();
    return context && { traceId: context.traceId, spanId: context.spanId };
  }

  watchRedis({ prototype }: typeof Redis): void {
    const names = new Map<unknown, string>();
    const send = prototype.sendCommand;
    const spans = this;
    prototype.sendCommand = function recorded(this: Redis, command: Command, ...rest: []) {
      const isRecorded = spans.active()?.span.isRecording() === true && !isWaiting(command);
      if (!isRecorded) return send.call(this, command, ...rest);
      const call = spans.begin(`redis ${redisCallName(this, command, names)}`, { kind: "client" });
      const answer = send.call(this, command, ...rest);
      const end = () => endSpan(call);
      command.promise.then(end, end);
      return answer;
    };
  }
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Ends a span with what was counted in it. */
export function endSpan({ span, statements, statementsMs }: Active): void {
  if (statements > 0) {
    span.setAttribute("stanchion.postgres.statements", statements);
    span.setAttribute("stanchion.postgres.milliseconds", Math.round(statementsMs));
  }
  span.end();
}
