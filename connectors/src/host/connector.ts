import type { CompiledConfig } from "../core/compile-config.ts";
import { decideWith } from "../core/decide.ts";
import type { Decision } from "../core/decision.ts";
import { endVisitWith } from "../core/end-visit.ts";
import type { ConnectorRequest } from "../core/request.ts";
import { type ConfigSource, createConfigSource } from "./config-source.ts";
import { isPreflight } from "./cross-origin.ts";
import { type ConnectorOptions, checkOptions } from "./options.ts";
import type { PushTarget } from "./parts.ts";
import { createReplies } from "./replies.ts";
import type { MaybePromise, Runtime } from "./runtime.ts";
import { settle } from "./settle.ts";
import { answerOf, type Header, type Verdict } from "./verdict.ts";

/** A request as an adapter hands it over. */
export interface SiteRequest extends ConnectorRequest {
  /** In capitals. */
  readonly method: string;
  /**
   * The request names no host, or two: `url` has another. It is refused where a rule asks for the host, and where
   * somebody would be sent back to it.
   */
  readonly isHostUnknown?: boolean | undefined;
}

/** A connector without its adapter: what is the same in every runtime. Configs may be pushed to it. */
export interface Connector extends ConfigSource, PushTarget {
  /** Decides about a request; at once, unless the runtime's HMAC takes time or a replay store is asked. */
  readonly check: (request: SiteRequest) => MaybePromise<Verdict>;
  /**
   * Ends the visit of a request that was let through, because the site's response says so; at once, unless the
   * runtime's HMAC takes time. Never rejects.
   *
   * @param isCertain - false to ask what the response would get, before the site has said anything
   * @returns what the response gets instead of the headers of its verdict
   */
  readonly endVisit: (request: SiteRequest, isCertain?: boolean) => MaybePromise<readonly Header[]>;
  /** Starts the work that is due, for runtimes without timers; never rejects. */
  readonly runDueWork: () => Promise<unknown>;
}

const toCookie = (cookie: string): Header => ["Set-Cookie", cookie];

/**
 * Starts a connector: it pulls the integration config beside requests and decides about each
 * request from memory. Adapters for a runtime are written on top of this.
 *
 * Guarantees: a request never waits for the waiting room; an error never lets anybody in, except
 * where `failOpen` is true and no config was ever seen; the question of a browser whether a script may send a
 * request (a CORS preflight) goes on to the site, and nothing is added to what the site says.
 *
 * @throws TypeError naming the option that is missing or wrong
 */
export function createConnector(options: ConnectorOptions, runtime: Runtime): Connector {
  checkOptions(options);
  const { activity, diagnostics, failOpen, onDecision } = options;
  const decide = diagnostics?.(decideWith) ?? decideWith;
  const report = (cause: unknown): void => options.onProblem?.(cause);
  const source = createConfigSource(options, runtime, report);

  const { goOn, answerWith, refuse, refuseHost } = createReplies(options, runtime.name, report);
  const conclude = (decision: Decision, request: SiteRequest): Verdict => {
    if (request.isHostUnknown && "url" in decision) return refuseHost(request);
    activity?.record(decision);
    try {
      onDecision?.(decision, request);
    } catch (error) {
      report(error);
    }
    const answer = answerOf(decision, request.method);
    const cookies = decision.cookies.map(toCookie);
    return answer === null ? goOn(cookies) : answerWith(answer, request, cookies);
  };
  const decideBy = (config: CompiledConfig, request: SiteRequest): MaybePromise<Verdict> =>
    settle(
      { options, runtime, config },
      {
        run: (hashing, basis) => decide(hashing, request, basis),
        finish: (decision) => conclude(decision, request),
        fail: (cause) => {
          report(cause);
          return refuse(request);
        },
      },
    );
  const endBy = (config: CompiledConfig, request: SiteRequest, isCertain: boolean) =>
    settle(
      { options, runtime, config },
      {
        run: (hashing, basis) => endVisitWith({ hashing, request, options: basis }),
        finish: ({ ended, cookies }) => {
          if (isCertain) activity?.recordEnd?.(ended);
          return goOn(cookies.map(toCookie)).headers;
        },
        fail: (cause) => {
          report(cause);
          return goOn().headers;
        },
      },
    );

  return {
    ...options,
    ...runtime,
    ...source,
    check: (request) => {
      if (isPreflight(request)) return { answer: null, headers: [] };
      const config = source.current();
      if (config) {
        const cannotTell = request.isHostUnknown && config.asksForHost;
        return cannotTell ? refuseHost(request) : decideBy(config, request);
      }
      if (!failOpen) return refuse(request);
      activity?.recordFailedOpen();
      return goOn([["x-queueit-failed", "true"]]);
    },
    endVisit: (request, isCertain = true) => {
      const config = source.current();
      return config ? endBy(config, request, isCertain) : goOn().headers;
    },
    runDueWork: () => {
      const nowMs = Date.now();
      const isDue = nowMs >= source.nextPullMs();
      return Promise.all([isDue && source.pull(), activity?.sendIfDue(nowMs)]);
    },
  };
}
