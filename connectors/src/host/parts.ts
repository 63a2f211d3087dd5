import type { CompiledConfig } from "../core/compile-config.ts";
import type { decideWith } from "../core/decide.ts";
import type { ConnectorOptions } from "./options.ts";
import type { Hmac, MaybePromise, Runtime } from "./runtime.ts";
import type { Verdict } from "./verdict.ts";

/*
 * What a connector can do besides deciding by pulled rules. Each is a module of its own that a site
 * imports and passes in, so that nobody ships what they do not use.
 */

/** Takes up a config; rejects with why it is refused. */
export type TakeConfig = (text: string, signature: string | null) => Promise<void>;

/**
 * Whether a config is signed by the waiting room.
 *
 * @param text - the config as it came
 * @param written - as in the header of the pull, or in the push; null when it came without
 */
export type ConfigSignature = (text: string, written: string | null) => MaybePromise<boolean>;

/** Where the last good config outlives the process. What is in it is checked like any other. */
export interface ConfigKeeper {
  /** Takes up what was saved last. Called once, at the start. */
  readonly load: (take: TakeConfig) => Promise<void>;
  readonly save: (text: string, signature: string | null) => Promise<void>;
}

/** A request that may be a push, for example a `Request`. */
export interface PushRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly get: (name: string) => string | null };
  /** Read piece by piece, where there is a stream. */
  readonly body?: BodyStream | null;
  /** Asked where there is no stream; it has to keep to `MAX_PUSH_BYTES`. */
  readonly text: () => Promise<string>;
}

/** A `ReadableStream` of bytes, as far as it is needed here. */
export interface BodyStream {
  readonly getReader: () => {
    readonly read: () => Promise<{ readonly value?: Uint8Array | undefined }>;
    readonly cancel: () => Promise<void>;
  };
}

/** What a push is checked with, and where it goes. */
export interface PushTarget {
  readonly hmac: Hmac;
  readonly secrets: readonly string[];
  readonly take: TakeConfig;
}

/** Takes configs that the waiting room PUTs to the site; undefined when a request is no push. */
export type PushReceiver = (
  request: PushRequest,
  target: PushTarget,
) => Promise<Verdict> | undefined;

/** What a pull says about who pulls: the header `x-stanchion-connector`. */
export type Heartbeat = (
  options: Pick<ConnectorOptions, "secrets" | "eventSecrets">,
  runtime: Pick<Runtime, "name" | "version" | "platform">,
  config: Pick<CompiledConfig, "version"> | null,
) => string;

/** Waits for the pull that may bring the first config, but not for ever. */
export type FirstConfig = (pull: Promise<unknown>) => Promise<unknown>;

/** How a request is decided. */
export type Decide = typeof decideWith;

/** Wraps a way to decide, so that it also answers the questions of operators. */
export type Diagnostics = (decide: Decide) => Decide;
