import { setTimeout as sleep } from "node:timers/promises";
import { type CompiledConfig, compileConfig } from "../../core/index.ts";
import { readConfigFile, writeConfigFile } from "./config-file.ts";
import type { CheckedOptions } from "./options.ts";
import { pullConfig } from "./pull-config.ts";

const FIRST_RETRY_SECONDS = 1;

/** Where the connector's rules come from. Asking it never waits. */
export interface ConfigSource {
  /** The last good config; null while there was none. */
  readonly current: () => CompiledConfig | null;
  /** Resolves after the first pull, whether it succeeded or not. */
  readonly firstPull: Promise<void>;
  /** Stops pulling; resolves when nothing is under way any more. */
  readonly close: () => Promise<void>;
}

/** A problem of the config, not of the request: it is reported and the old config stays. */
function toError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}

/** The last good config, in memory and, if there is one, in the file. */
class HeldConfig {
  readonly #options: CheckedOptions;
  #config: CompiledConfig | null = null;
  #etag: string | undefined;

  constructor(options: CheckedOptions) {
    this.#options = options;
    try {
      const kept = options.configFile === undefined ? null : readConfigFile(options.configFile);
      if (kept !== null) this.#config = compileText(kept);
    } catch (error) {
      options.onProblem(toError(error));
    }
  }

  current(): CompiledConfig | null {
    return this.#config;
  }

  /** Pulls once. A config that cannot be obeyed is refused as a whole. */
  async refresh(signal: AbortSignal): Promise<void> {
    const result = await pullConfig(this.#options, { etag: this.#etag, signal });
    if (result.type === "unchanged") return;
    this.#config = compileText(result.text);
    this.#etag = result.etag;
    const { configFile } = this.#options;
    if (configFile !== undefined) await writeConfigFile(configFile, result.text);
  }
}

function compileText(text: string): CompiledConfig {
  const compilation = compileConfig(JSON.parse(text));
  if (!compilation.ok) throw new Error(`The config is refused. ${compilation.problem}`);
  return compilation.config;
}

/** Spread out, so that many sites do not ask in the same moment. */
function jitter(seconds: number): number {
  return seconds * (0.9 + Math.random() * 0.2);
}

/**
 * Starts pulling the integration config in the background: at once, then at intervals, and sooner
 * after a failure. A failure never takes away the config that is held.
 */
export function startConfigSource(options: CheckedOptions): ConfigSource {
  const held = new HeldConfig(options);
  const closing = new AbortController();
  let retrySeconds = FIRST_RETRY_SECONDS;

  const pullOnce = async (): Promise<number> => {
    try {
      await held.refresh(closing.signal);
      retrySeconds = FIRST_RETRY_SECONDS;
      return options.pullIntervalSeconds;
    } catch (error) {
      if (!closing.signal.aborted) options.onProblem(toError(error));
      const waitSeconds = Math.min(retrySeconds, options.pullIntervalSeconds);
      retrySeconds *= 2;
      return waitSeconds;
    }
  };
  const firstWait = pullOnce();
  const keepPulling = async (): Promise<void> => {
    let waitSeconds = await firstWait;
    while (!closing.signal.aborted) {
      const waitMs = jitter(waitSeconds) * 1000;
      // An aborted sleep rejects; that is how closing ends it.
      await sleep(waitMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      if (!closing.signal.aborted) waitSeconds = await pullOnce();
    }
  };
  const stopped = keepPulling();

  return {
    current: () => held.current(),
    firstPull: firstWait.then(() => undefined),
    close: () => {
      closing.abort();
      return stopped;
    },
  };
}
