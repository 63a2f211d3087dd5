import type { CompiledConfig } from "../core/compile-config.ts";
import { decideWith } from "../core/decide.ts";
import type { DecideOptions, Decision } from "../core/decision.ts";
import { equalsInConstantTime, type Hashing } from "../core/hmac.ts";
import type { ConnectorRequest } from "../core/request.ts";
import { rememberAnswers } from "./answers.ts";
import { type ConfigSource, createConfigSource } from "./config-source.ts";
import { type ConnectorOptions, checkOptions } from "./options.ts";
import type { PushRequest } from "./parts.ts";
import { type MaybePromise, type Runtime, toError } from "./runtime.ts";
import { type Answer, answerOf, type Header, notReady, type Verdict } from "./verdict.ts";

/** A request as an adapter hands it over. */
export interface SiteRequest extends ConnectorRequest {
  /** In capitals. */
  readonly method: string;
}

/** A connector without its adapter: what is the same in every runtime. */
export interface Connector extends Omit<ConfigSource, "take"> {
  /** Decides about a request; at once, unless the runtime's HMAC or a replay store takes time. */
  readonly check: (request: SiteRequest) => MaybePromise<Verdict>;
  /** Answers a pushed config; null when the request is none, or pushes are not accepted. */
  readonly receive: (request: PushRequest) => Promise<Answer> | null;
  /** Starts the work that is due, for runtimes without timers; never rejects. */
  readonly runDueWork: () => Promise<unknown> | null;
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
  const checked = checkOptions(options);
  const { activity, diagnostics, failOpen, replay, onDecision } = checked;
  const report = (cause: unknown): void => checked.onProblem?.(toError(cause));
  const source = createConfigSource(checked, runtime, report);

  const verdict = (answer: Answer | null, ...headers: Header[]): Verdict => ({
    answer,
    headers: [["x-queueit-connector", runtime.name], ...headers],
  });
  const refuse = (method: string): Verdict => verdict(notReady(method, checked.notReadyPage));
  const conclude = (decision: Decision, request: SiteRequest): Verdict => {
    activity?.record(decision);
    try {
      onDecision?.(decision, request);
    } catch (error) {
      report(error);
    }
    const cookies = decision.cookies.map((cookie): Header => ["Set-Cookie", cookie]);
    return verdict(answerOf(decision, request.method), ...cookies);
  };
  const decideBy = (config: CompiledConfig, request: SiteRequest): MaybePromise<Verdict> => {
    const hmac = rememberAnswers(runtime.hmac);
    const isHmac: Hashing["isHmac"] = (key, message, digest) =>
      equalsInConstantTime(hmac(key, message), digest);
    const basis: DecideOptions = {
      ...checked,
      config,
      nowMs: Date.now(),
      connectorVersion: `${runtime.name}-${runtime.version}`,
      isFirstUse:
        replay && rememberAnswers((token, expiry: number) => replay.firstUse(token, expiry)),
      isRefused: activity?.isRefused,
    };
    const decide = diagnostics?.(decideWith) ?? decideWith;
    const fail = (cause: unknown): Verdict => {
      report(cause);
      return refuse(request.method);
    };
    const attempt = (): MaybePromise<Verdict> => {
      try {
        return conclude(decide({ hmac, isHmac }, request, basis), request);
      } catch (cause) {
        return cause instanceof Promise ? cause.then(attempt, fail) : fail(cause);
      }
    };
    return attempt();
  };

  return {
    ...source,
    check: (request) => {
      const config = source.current();
      if (config !== null) return decideBy(config, request);
      if (!failOpen) return refuse(request.method);
      activity?.recordFailedOpen();
      return verdict(null, ["x-queueit-failed", "true"]);
    },
    receive: (request) => checked.push?.(request, { ...checked, ...runtime, ...source }) ?? null,
    runDueWork: () => {
      const nowMs = Date.now();
      const pull = nowMs < source.nextPullMs() ? null : source.pull();
      const report = activity?.sendIfDue(nowMs) ?? null;
      return pull || report ? Promise.all([pull, report]) : null;
    },
  };
}
