import { type CompiledConfig, keyIdOf } from "../core/index.ts";
import { SIGNATURE_HEADER } from "./config-signature.ts";
import { holdConfig } from "./held-config.ts";
import { nameInstance } from "./instance.ts";
import type { CheckedOptions } from "./options.ts";
import { canAbort, type HttpAnswer, jitter, type Runtime, toError } from "./runtime.ts";

const FIRST_RETRY_MS = 1000;
/**
 * So many times the time that a pull may take. A runtime that ends a request may drop the pull that
 * was started beside it, which then never ends.
 */
const PULL_IS_LOST_AFTER = 3;

/** Where the connector's rules come from. Asking it never waits. */
export interface ConfigSource {
  /** The last good config; null while there was none. */
  readonly current: () => CompiledConfig | null;
  /** Takes up a config that came by another way; rejects with why it is refused. */
  readonly take: (text: string, signature: string | null) => Promise<void>;
  /** Starts a pull when one is due, and returns it. */
  readonly pullIfDue: (nowMs: number) => Promise<void> | null;
  /** Resolves after the first pull, whether it succeeded or not. */
  readonly ready: Promise<void>;
  /** Stops pulling; resolves when nothing is under way any more. */
  readonly close: () => Promise<void>;
}

/**
 * Names this connector, where it runs and what it holds; the waiting room lists it. Processes name
 * themselves where they live long. Where each request may have one of its own, the list would be full of
 * them.
 */
function heartbeat(
  options: CheckedOptions,
  runtime: Runtime,
  { config, instance }: { readonly config: CompiledConfig | null; readonly instance: string },
): string {
  const eventSecrets = [...(options.eventSecrets?.values() ?? [])].flat();
  const keys = [...new Set([...options.secrets, ...eventSecrets])].map(keyIdOf).join(",");
  const { name, version, platform } = runtime;
  const said = `${name}/${version}; runtime=${platform}; keys=${keys}; config=${config?.version ?? 0}`;
  return runtime.schedule === undefined ? said : `${said}; instance=${instance}`;
}

function explain(cause: unknown): Error {
  const error = toError(cause);
  if (error.name !== "TimeoutError") return error;
  return new Error("The waiting room did not answer the config pull in time", { cause });
}

/**
 * Starts pulling the integration config in the background: at once, then at intervals, and sooner
 * after a failure. A failure never takes away the config that is held.
 */
export function startConfigSource(options: CheckedOptions, runtime: Runtime): ConfigSource {
  const held = holdConfig(options, runtime);
  const { configUrl, apiKey = "", pullTimeoutMs: timeoutMs } = options;
  const instance = nameInstance();
  const closing = canAbort() ? new AbortController() : null;
  let isClosed = false;
  const intervalMs = options.pullIntervalSeconds * 1000;
  let etag: string | null = null;
  let retryMs = FIRST_RETRY_MS;
  let nextPullAtMs = 0;
  let pulling: Promise<void> | null = null;
  let cancelTimer: (() => void) | undefined;

  const ask = (url: string): Promise<HttpAnswer> =>
    runtime.fetch(url, {
      method: "GET",
      headers: {
        accept: "application/json",
        "api-key": apiKey,
        "x-stanchion-connector": heartbeat(options, runtime, {
          config: held.current(),
          instance: instance(),
        }),
        ...(etag === null ? {} : { "if-none-match": etag }),
      },
      redirect: "manual",
      signal: closing && AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
    });
  const refresh = async (url: string): Promise<void> => {
    const answer = await ask(url);
    if (answer.status === 304) return;
    if (answer.status !== 200) {
      throw new Error(`The waiting room answered ${answer.status} to the config pull`);
    }
    await held.take(await answer.text(), answer.headers.get(SIGNATURE_HEADER));
    etag = answer.headers.get("etag");
  };
  const pullOnce = async (url: string): Promise<void> => {
    let waitMs = intervalMs;
    try {
      await held.loaded;
      await refresh(url);
      retryMs = FIRST_RETRY_MS;
    } catch (error) {
      if (!isClosed) options.onProblem(explain(error));
      waitMs = Math.min(retryMs, intervalMs);
      retryMs *= 2;
    }
    const delayMs = jitter(waitMs);
    nextPullAtMs = Date.now() + delayMs;
    pulling = null;
    if (!isClosed) cancelTimer = runtime.schedule?.(start, delayMs);
  };
  const start = (): Promise<void> => {
    if (configUrl === undefined || isClosed) return Promise.resolve();
    nextPullAtMs = Date.now() + PULL_IS_LOST_AFTER * timeoutMs;
    pulling = pullOnce(configUrl);
    return pulling;
  };

  return {
    current: held.current,
    take: async (text, signature) => held.take(text, signature),
    pullIfDue: (nowMs) => {
      const isDue = nowMs >= nextPullAtMs && configUrl !== undefined;
      return isDue ? start() : null;
    },
    ready: runtime.schedule === undefined ? Promise.resolve(held.loaded) : start(),
    close: async () => {
      isClosed = true;
      closing?.abort();
      cancelTimer?.();
      await pulling;
    },
  };
}
