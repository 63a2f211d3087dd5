import type { ConnectorRequest, Decision } from "../core/index.ts";
import { startConfigSource } from "./config-source.ts";
import { createDecider } from "./decide-request.ts";
import { type ConnectorOptions, checkOptions } from "./options.ts";
import { readPush } from "./push.ts";
import { type MaybePromise, type Runtime, toError } from "./runtime.ts";
import { type Header, notReady, type Verdict, verdictOf } from "./verdict.ts";

/** A request as an adapter hands it over. */
export interface SiteRequest extends ConnectorRequest {
  /** In capitals. */
  readonly method: string;
}

/** How many requests were decided how, since the start. */
export interface DecisionCounts {
  readonly ignored: number;
  readonly passed: number;
  readonly redirected: number;
  readonly cancelled: number;
  /** Let through because no config was ever seen and `failOpen` is true. */
  readonly failedOpen: number;
  /** Answered 503. */
  readonly notReady: number;
}

/** A connector without its adapter: what is the same in every runtime. */
export interface Connector {
  /** Decides about a request; at once, unless a shared replay store has to be asked. */
  readonly check: (request: SiteRequest) => MaybePromise<Verdict>;
  /** Work that is due, for runtimes without timers; never rejects. */
  readonly runDueWork: () => Promise<unknown> | null;
  /** Resolves after the first config pull, whether it succeeded or not. */
  readonly ready: () => Promise<void>;
  /** The version of the config in use; null while none was ever seen. */
  readonly configVersion: () => number | null;
  /** Takes up a pushed config (the body of the PUT), or rejects with why it is refused. */
  readonly push: (body: string) => Promise<void>;
  readonly counts: () => DecisionCounts;
  /** Stops the pulling and reports what is left. */
  readonly close: () => Promise<void>;
}

const COUNTED = {
  ignore: "ignored",
  pass: "passed",
  redirect: "redirected",
  "ajax-redirect": "redirected",
  cancel: "cancelled",
} as const;

const NO_REQUESTS = {
  ignored: 0,
  passed: 0,
  redirected: 0,
  cancelled: 0,
  failedOpen: 0,
  notReady: 0,
} as const;

/**
 * Starts a connector: it pulls the integration config in the background and decides about each
 * request from memory. Adapters for a runtime are written on top of this.
 *
 * Guarantees: a request never waits for the waiting room; an error never lets anybody in, except
 * where `failOpen` is true and no config was ever seen.
 *
 * @throws TypeError naming the option that is missing or wrong
 */
export function createConnector(options: ConnectorOptions, runtime: Runtime): Connector {
  const checked = checkOptions(options);
  const { activity, failOpen, onDecision, onProblem } = checked;
  const source = startConfigSource(checked, runtime);
  const decideRequest = createDecider(checked, runtime);
  const marker: Header = ["x-queueit-connector", runtime.name];
  const counts: Record<keyof DecisionCounts, number> = { ...NO_REQUESTS };

  const conclude = (decision: Decision, request: SiteRequest): Verdict => {
    counts[COUNTED[decision.type]] += 1;
    activity?.record(decision);
    try {
      onDecision?.(decision, request);
    } catch (error) {
      onProblem(toError(error));
    }
    return verdictOf(decision, request.method, marker);
  };
  const decideWithoutConfig = ({ method }: SiteRequest): Verdict => {
    counts[failOpen ? "failedOpen" : "notReady"] += 1;
    if (failOpen) activity?.recordFailedOpen();
    return failOpen
      ? { answer: null, headers: [marker, ["x-queueit-failed", "true"]] }
      : { answer: notReady(method), headers: [marker] };
  };
  const fail = (cause: unknown, { method }: SiteRequest): Verdict => {
    onProblem(toError(cause));
    counts.notReady += 1;
    return { answer: notReady(method), headers: [marker] };
  };
  const check = (request: SiteRequest): MaybePromise<Verdict> => {
    try {
      const config = source.current();
      if (config === null) return decideWithoutConfig(request);
      const decision = decideRequest(request, config);
      if (!(decision instanceof Promise)) return conclude(decision, request);
      return decision.then(
        (late) => conclude(late, request),
        (error: unknown) => fail(error, request),
      );
    } catch (error) {
      return fail(error, request);
    }
  };

  return {
    check,
    runDueWork: () => {
      const nowMs = Date.now();
      const pull = source.pullIfDue(nowMs);
      const report = activity?.sendIfDue(nowMs) ?? null;
      return pull === null && report === null ? null : Promise.all([pull, report]);
    },
    ready: () => source.ready,
    configVersion: () => source.current()?.version ?? null,
    push: async (body) => {
      const { text, signature } = readPush(body, checked);
      await source.take(text, signature);
    },
    counts: () => ({ ...counts }),
    close: async () => {
      await Promise.all([source.close(), activity?.close()]);
    },
  };
}
