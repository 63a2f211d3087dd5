import { type CompiledConfig, readConfig } from "../core/compile-config.ts";
import { refuse } from "../core/untrusted.ts";
import { type ConnectorOptions, requireOptions } from "./options.ts";
import type { TakeConfig } from "./parts.ts";
import { endAfter, jitter, type Runtime, toError } from "./runtime.ts";

/** How long a connector without rules lets pass until it asks again, at the most. */
const MAX_RETRY_MS = 4000;

/** The header that carries the signature of a pulled config. */
export const SIGNATURE_HEADER = "x-stanchion-config-signature";

/** Where the connector's rules come from. Asking it never waits. */
export interface ConfigSource {
  /** The config in use; null while none was ever seen. */
  readonly current: () => CompiledConfig | null;
  /** Takes up a config, or rejects with why it is refused and keeps the one it has. */
  readonly take: TakeConfig;
  /** Resolves when a kept config is taken up, whether that succeeded or not. */
  readonly ready: Promise<void> | undefined;
  /** When the next pull is due, in milliseconds since 1970; `Infinity` without a `configUrl`. */
  readonly nextPullMs: () => number;
  /** Pulls the config, due or not; never rejects. */
  readonly pull: () => Promise<void>;
}

/**
 * Holds the config that counts. A config is refused when it cannot be obeyed, is that of another
 * customer, is older than the one held, or lacks a signature where there has to be one. A failure
 * never takes away the config that is held; after one, the next pull is due sooner, and within seconds while none is held.
 *
 * @throws Error when the inline `config` is refused
 */
export function createConfigSource(
  options: ConnectorOptions,
  runtime: Runtime,
  report: (cause: unknown) => void,
): ConfigSource {
  const { configUrl = "", apiKey = "", configKeeper, signature = () => true } = options;
  const { pullIntervalSeconds = 300, pullTimeoutMs = 4000 } = options;
  requireOptions({
    pullIntervalSeconds: pullIntervalSeconds >= 0.1,
    pullTimeoutMs: pullTimeoutMs >= 1,
  });
  const intervalMs = pullIntervalSeconds * 1000;
  let held: CompiledConfig | null = null;
  let etag = "";
  let retryMs = 0;
  let nextPullMs = configUrl ? 0 : Infinity;

  const accept = (parsed: unknown): void => {
    const config = readConfig(parsed);
    if (config.customerId !== options.customerId) refuse("CustomerId");
    if (held && config.version < held.version) refuse("Version");
    held = config;
  };
  const take: TakeConfig = async (text, written) => {
    if (!(await signature(text, written))) refuse("signature");
    accept(JSON.parse(text));
    await configKeeper?.save(text, written);
  };
  const refresh = async (): Promise<void> => {
    await ready;
    const answer = await runtime.fetch(configUrl, {
      method: "GET",
      headers: {
        "api-key": apiKey,
        "x-stanchion-connector": options.heartbeat?.(options, runtime, held) ?? "",
        ...(etag && { "if-none-match": etag }),
      },
      redirect: "manual",
      signal: endAfter(pullTimeoutMs),
    });
    const { status, headers } = answer;
    if (status === 304) return;
    if (status !== 200) refuse(`status ${status} ${headers.get("x-stanchion-error") ?? ""}`);
    await take(await answer.text(), headers.get(SIGNATURE_HEADER));
    etag = headers.get("etag") ?? "";
  };
  if (options.config) accept(options.config);
  const ready = configKeeper?.load(take).catch(report);
  return {
    current: () => held,
    take,
    ready,
    nextPullMs: () => nextPullMs,
    pull: async () => {
      // A runtime that ends a request may drop the pull that was started beside it.
      nextPullMs = Date.now() + 3 * pullTimeoutMs;
      try {
        await refresh();
        retryMs = 0;
      } catch (error) {
        report(held ? error : new Error(`No rules yet: ${toError(error).message}`));
        retryMs = Math.min(retryMs * 2 || 1000, intervalMs, held ? Infinity : MAX_RETRY_MS);
      }
      nextPullMs = Date.now() + jitter(retryMs || intervalMs);
    },
  };
}
