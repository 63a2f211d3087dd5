import type { CompiledConfig } from "../core/compile-config.ts";
import { decideWith } from "../core/decide.ts";
import type { DecideOptions, Decision } from "../core/decision.ts";
import { equalsInConstantTime, type Hashing } from "../core/hmac.ts";
import type { ConnectorRequest } from "../core/request.ts";
import { rememberAnswers } from "./answers.ts";
import { type ConfigSource, createConfigSource } from "./config-source.ts";
import { type ConnectorOptions, checkOptions } from "./options.ts";
import type { PushTarget } from "./parts.ts";
import type { MaybePromise, Runtime } from "./runtime.ts";
import { type Answer, answerOf, type Header, notReady, type Verdict } from "./verdict.ts";

/** A request as an adapter hands it over. */
export interface SiteRequest extends ConnectorRequest {
  /** In capitals. */
  readonly method: string;
}

/** A connector without its adapter: what is the same in every runtime. Configs may be pushed to it. */
export interface Connector extends ConfigSource, PushTarget {
  /** Decides about a request; at once, unless the runtime's HMAC takes time or a replay store is asked. */
  readonly check: (request: SiteRequest) => MaybePromise<Verdict>;
  /** Starts the work that is due, for runtimes without timers; never rejects. */
  readonly runDueWork: () => Promise<unknown>;
}

/**
 * Starts a connector: it pulls the integration config beside requests and decides about each
 * request from memory. Adapters for a runtime are written on top of this.
 *
 * Guarantees: a request never waits for the waiting room; an error never lets anybody in, except
 * where `failOpen` is true and no config was ever seen.
 *
 * @throws TypeError naming the option that is missing or wrong
 */
export function createConnector(options: ConnectorOptions, runtime: Runtime): Connector {
  checkOptions(options);
  const { activity, diagnostics, enqueueToken, failOpen, replay, onDecision } = options;
  const decide = diagnostics?.(decideWith) ?? decideWith;
  const report = (cause: unknown): void => options.onProblem?.(cause);
  const source = createConfigSource(options, runtime, report);

  const verdict = (answer: Answer | null, headers: readonly Header[] = []): Verdict => ({
    answer,
    headers: [["x-queueit-connector", runtime.name], ...headers],
  });
  const refuse = (method: string): Verdict => verdict(notReady(method, options.notReadyPage));
  const conclude = (decision: Decision, request: SiteRequest): Verdict => {
    activity?.record(decision);
    try {
      onDecision?.(decision, request);
    } catch (error) {
      report(error);
    }
    const cookies = decision.cookies.map((cookie): Header => ["Set-Cookie", cookie]);
    return verdict(answerOf(decision, request.method), cookies);
  };
  const decideBy = (config: CompiledConfig, request: SiteRequest): MaybePromise<Verdict> => {
    const open: Promise<unknown>[] = [];
    const hmac = rememberAnswers(runtime.hmac, open);
    const isHmac: Hashing["isHmac"] = (key, message, digest) =>
      equalsInConstantTime(hmac(key, message), digest);
    const basis: DecideOptions = {
      ...options,
      config,
      nowMs: Date.now(),
      connectorVersion: `${runtime.name}-${runtime.version}`,
      nonce: Math.random().toString(36).slice(2),
      enqueueToken: enqueueToken && rememberAnswers(enqueueToken, open),
      isFirstUse:
        replay && rememberAnswers((token, expiry: number) => replay.firstUse(token, expiry), open),
      isRefused: activity?.isRefused,
    };
    const fail = (cause: unknown): Verdict => {
      report(cause);
      return refuse(request.method);
    };
    const attempt = (): MaybePromise<Verdict> => {
      try {
        const decision = decide({ hmac, isHmac }, request, basis);
        return open.pop()?.then(attempt, fail) ?? conclude(decision, request);
      } catch (cause) {
        return fail(cause);
      }
    };
    return attempt();
  };

  return {
    ...options,
    ...runtime,
    ...source,
    check: (request) => {
      const config = source.current();
      if (config) return decideBy(config, request);
      if (!failOpen) return refuse(request.method);
      activity?.recordFailedOpen();
      return verdict(null, [["x-queueit-failed", "true"]]);
    },
    runDueWork: () => {
      const nowMs = Date.now();
      const isDue = nowMs >= source.nextPullMs();
      return Promise.all([isDue && source.pull(), activity?.sendIfDue(nowMs)]);
    },
  };
}
