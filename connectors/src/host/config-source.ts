import { type CompiledConfig, readConfig, refuse } from "../core/compile-config.ts";
import { type CheckedOptions, requireOptions } from "./options.ts";
import type { TakeConfig } from "./parts.ts";
import { endAfter, jitter, type Runtime } from "./runtime.ts";

/** The header that carries the signature of a pulled config. */
export const SIGNATURE_HEADER = "x-stanchion-config-signature";

const FIRST_RETRY_MS = 1000;
/**
 * So many times the time that a pull may take. A runtime that ends a request may drop the pull that
 * was started beside it, which then never ends.
 */
const PULL_IS_LOST_AFTER = 3;

/** Where the connector's rules come from. Asking it never waits. */
export interface ConfigSource {
  /** The config in use; null while none was ever seen. */
  readonly current: () => CompiledConfig | null;
  /** Takes up a config, or rejects with why it is refused and keeps the one it has. */
  readonly take: TakeConfig;
  /** Resolves when a kept config is taken up, whether that succeeded or not. */
  readonly ready: Promise<void>;
  /** When the next pull is due, in milliseconds since 1970; Infinity without a `configUrl`. */
  readonly nextPullMs: () => number;
  /** Pulls the config, due or not; never rejects. */
  readonly pull: () => Promise<void>;
}

/**
 * Holds the config that counts. A config is refused when it cannot be obeyed, is that of another
 * customer, is older than the one held, or lacks a signature where there has to be one. A failure
 * never takes away the config that is held; after one, the next pull is due sooner.
 *
 * @throws Error when the inline `config` is refused
 */
export function createConfigSource(
  options: CheckedOptions,
  runtime: Runtime,
  report: (cause: unknown) => void,
): ConfigSource {
  const { configKeeper, pullIntervalSeconds = 300, pullTimeoutMs = 4000 } = options;
  requireOptions({
    pullIntervalSeconds: pullIntervalSeconds >= 0.1,
    pullTimeoutMs: pullTimeoutMs >= 1,
  });
  let held: CompiledConfig | null = null;
  let etag = "";
  let retryMs = FIRST_RETRY_MS;
  let nextPullMs = options.configUrl === undefined ? Number.POSITIVE_INFINITY : 0;

  const accept = (parsed: unknown): void => {
    const config = readConfig(parsed);
    if (config.customerId !== options.customerId) refuse("CustomerId");
    if (config.version < (held?.version ?? 0)) refuse("Version, older than the one held");
    held = config;
  };
  const take: TakeConfig = async (text, signature) => {
    const isGood = options.signature === undefined || (await options.signature(text, signature));
    if (!isGood) refuse("signature");
    accept(JSON.parse(text));
    await configKeeper?.save(text, signature);
  };
  /** Names this connector, where it runs and what it holds; the waiting room lists it. */
  const describe = (): string =>
    `${runtime.name}/${runtime.version}; runtime=${runtime.platform}; config=${held?.version ?? 0}` +
    (options.keyNames?.(options) ?? "") +
    (runtime.instance?.() ?? "");
  const refresh = async (): Promise<void> => {
    const answer = await runtime.fetch(options.configUrl ?? "", {
      method: "GET",
      headers: {
        "api-key": options.apiKey ?? "",
        "x-stanchion-connector": describe(),
        ...(etag && { "if-none-match": etag }),
      },
      redirect: "manual",
      signal: endAfter(pullTimeoutMs),
    });
    const { status, headers } = answer;
    if (status === 304) return;
    if (status !== 200) throw new Error(`The config pull was answered ${status}`);
    await take(await answer.text(), headers.get(SIGNATURE_HEADER));
    etag = headers.get("etag") ?? "";
  };
  const { config } = options;
  if (config !== undefined) accept(typeof config === "string" ? JSON.parse(config) : config);
  const ready = (configKeeper?.load(take) ?? Promise.resolve()).catch(report);
  return {
    current: () => held,
    take,
    ready,
    nextPullMs: () => nextPullMs,
    pull: async () => {
      nextPullMs = Date.now() + PULL_IS_LOST_AFTER * pullTimeoutMs;
      let waitMs = pullIntervalSeconds * 1000;
      try {
        await ready;
        await refresh();
        retryMs = FIRST_RETRY_MS;
      } catch (error) {
        report(error);
        waitMs = Math.min(retryMs, waitMs);
        retryMs *= 2;
      }
      nextPullMs = Date.now() + jitter(waitMs);
    },
  };
}
