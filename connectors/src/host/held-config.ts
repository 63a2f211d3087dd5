import { type CompiledConfig, compileConfig } from "../core/index.ts";
import { isSigned, readPublicKeys } from "./config-signature.ts";
import type { CheckedOptions } from "./options.ts";
import { andThen, type MaybePromise, type Runtime, toError } from "./runtime.ts";

const MAX_CONFIG_CHARACTERS = 5_000_000;

/** Where the last good config outlives the process. What is in it is checked like any other. */
export interface ConfigStorage {
  /** Returns what was saved last, or null. Asked once, at the start. */
  readonly load: () => MaybePromise<string | null>;
  readonly save: (text: string) => MaybePromise<void>;
}

/** The last good config in memory and, if there is one, in a storage. */
export interface HeldConfig {
  readonly current: () => CompiledConfig | null;
  /**
   * Takes up a config, or throws (or rejects with) why it is refused and keeps the one it has.
   *
   * @param signature - as it was written in the header of the pull, or in the push
   */
  readonly take: (text: string, signature: string | null) => MaybePromise<void>;
  /** There at once where the storage answers at once. */
  readonly loaded: MaybePromise<void>;
}

function refuse(problem: string): never {
  throw new Error(`The config is refused. ${problem}`);
}

function compile(parsed: unknown, { customerId }: CheckedOptions): CompiledConfig {
  const compilation = compileConfig(parsed);
  if (!compilation.ok) refuse(compilation.problem);
  if (compilation.config.customerId !== customerId) refuse("It is that of another customer");
  return compilation.config;
}

interface StoredConfig {
  readonly config: string;
  readonly signature: string | null;
}

function readStored(text: string): StoredConfig {
  const stored: unknown = JSON.parse(text);
  if (typeof stored === "object" && stored !== null && "config" in stored) {
    const { config } = stored;
    const signature = "signature" in stored ? stored.signature : null;
    if (typeof config === "string") {
      return { config, signature: typeof signature === "string" ? signature : null };
    }
  }
  return refuse("What was stored is no config");
}

/**
 * Holds the config that counts. A config is refused when it cannot be obeyed, is that of another
 * customer, is older than the one held, or lacks a signature where keys are given.
 *
 * @throws TypeError when `configPublicKeys` or the inline `config` is wrong
 */
export function holdConfig(options: CheckedOptions, runtime: Runtime): HeldConfig {
  const { configPublicKeys, configStorage, config: inline } = options;
  const keys = configPublicKeys && readPublicKeys(configPublicKeys);
  let held: CompiledConfig | null = null;
  let savedText: string | undefined;
  if (inline !== undefined) {
    held = compile(typeof inline === "string" ? JSON.parse(inline) : inline, options);
  }

  const replace = (text: string): void => {
    const config = compile(JSON.parse(text), options);
    if (held !== null && config.version < held.version) {
      refuse(`Its version ${config.version} is older than ${held.version}`);
    }
    held = config;
  };
  const check = (text: string, signature: string | null): MaybePromise<void> => {
    if (text.length > MAX_CONFIG_CHARACTERS) refuse("It is too large");
    if (keys === undefined) return replace(text);
    return andThen(isSigned(text, signature, keys, runtime.verifyEd25519), (isGood) => {
      if (!isGood) refuse("It is not signed with a known key");
      replace(text);
    });
  };
  const save = (text: string, signature: string | null): MaybePromise<void> => {
    const stored = JSON.stringify({ config: text, signature } satisfies StoredConfig);
    if (configStorage === undefined || stored === savedText) return undefined;
    return andThen(configStorage.save(stored), () => {
      savedText = stored;
    });
  };
  const load = (): MaybePromise<void> => {
    if (configStorage === undefined) return undefined;
    return andThen(configStorage.load(), (text) => {
      if (text === null) return undefined;
      const { config, signature } = readStored(text);
      savedText = text;
      return check(config, signature);
    });
  };
  const loadSafely = (): MaybePromise<void> => {
    const report = (cause: unknown): void => options.onProblem(toError(cause));
    try {
      const loading = load();
      return loading instanceof Promise ? loading.catch(report) : loading;
    } catch (error) {
      return report(error);
    }
  };

  const loaded = loadSafely();
  return {
    current: () => held,
    take: (text, signature) => andThen(check(text, signature), () => save(text, signature)),
    loaded,
  };
}
