import type { CompiledConfig } from "../core/compile-config.ts";
import type { DecideOptions } from "../core/decision.ts";
import { equalsInConstantTime, type Hashing } from "../core/hmac.ts";
import { rememberAnswers } from "./answers.ts";
import type { ConnectorOptions } from "./options.ts";
import type { MaybePromise, Runtime } from "./runtime.ts";

/** What is run, and what becomes of its outcome or of what it throws. */
export interface Settling<Outcome, Result> {
  readonly run: (hashing: Hashing, basis: DecideOptions) => Outcome;
  readonly finish: (outcome: Outcome) => Result;
  readonly fail: (cause: unknown) => Result;
}

/**
 * Runs what asks synchronously: again for each answer that takes time, until all are there. At once where none
 * does; never rejects as long as `fail` does not throw.
 */
export function settle<Outcome, Result>(
  held: {
    readonly options: ConnectorOptions;
    readonly runtime: Runtime;
    readonly config: CompiledConfig;
  },
  { run, finish, fail }: Settling<Outcome, Result>,
): MaybePromise<Result> {
  const { options, runtime, config } = held;
  const { activity, enqueueToken, replay, verifyPass } = options;
  const open: Promise<unknown>[] = [];
  const hmac = rememberAnswers(runtime.hmac, open);
  const hashing: Hashing = {
    hmac,
    isHmac: (key, message, digest) => equalsInConstantTime(hmac(key, message), digest),
  };
  // All options are seen through it: to copy them takes as long as the decision.
  const basis = {
    __proto__: options,
    config,
    nowMs: Date.now(),
    connectorVersion: `${runtime.name}-${runtime.version}`,
    nonce: Math.random().toString(36).slice(2),
    enqueueToken: enqueueToken && rememberAnswers(enqueueToken, open),
    isFirstUse:
      replay && rememberAnswers((token, expiry: number) => replay.firstUse(token, expiry), open),
    verifyPass: verifyPass && rememberAnswers(verifyPass, open),
    isRefused: activity?.isRefused,
  };
  const attempt = (): MaybePromise<Result> => {
    try {
      // The compiler does not know what a literal inherits.
      const outcome = run(hashing, basis as DecideOptions & typeof basis);
      return open.pop()?.then(attempt, fail) ?? finish(outcome);
    } catch (cause) {
      return fail(cause);
    }
  };
  return attempt();
}
