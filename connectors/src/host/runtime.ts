/** A value, or a promise of one. Nobody waits for a value that is there already. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Calls `next` with a value: at once if it is there already, otherwise when its promise resolves. */
export function andThen<Value, Next>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** What a connector needs of an HTTP answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null };
  readonly text: () => Promise<string>;
}

/** A request that a connector sends to the waiting room. */
export interface HttpRequest {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Always "manual": the request carries the API key. */
  readonly redirect: "manual";
  /** Null in runtimes without such signals. There the adapter sees to it that a request ends. */
  readonly signal: AbortSignal | null;
}

/** `fetch`, as far as a connector needs it. */
export type Fetch = (url: string, request: HttpRequest) => Promise<HttpAnswer>;

/** Calls `run` once after a while, without keeping the process alive. Returns a function that cancels it. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

/** Whether `signature` is that of `bytes` under an Ed25519 key (32 raw bytes). */
export type VerifyEd25519 = (
  publicKey: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
) => MaybePromise<boolean>;

/**
 * HMAC-SHA256 of `message` under `key`, both taken as UTF-8, as 64 lower-case hex digits; later, where
 * that takes time. `hmacSha256Hex` of the core answers at once in every runtime.
 */
export type Hmac = (key: string, message: string) => MaybePromise<string>;

/** What an adapter says about itself and about where it runs. */
export interface Runtime {
  /** Goes into `x-queueit-connector` and `ver`, e.g. `stanchion-node`. */
  readonly name: string;
  readonly version: string;
  /** With its version, e.g. `node/20.20.2`. Default `fetch`. */
  readonly platform?: string | undefined;
  readonly fetch: Fetch;
  readonly hmac: Hmac;
}

/** Ends a request after a while; null where the runtime has no such signals. */
export function endAfter(timeoutMs: number): AbortSignal | null {
  return typeof AbortSignal === "function" ? AbortSignal.timeout(timeoutMs) : null;
}

/** Returns a time up to a tenth longer or shorter, so that many sites do not ask in the same moment. */
export function jitter(milliseconds: number): number {
  return milliseconds * (0.9 + Math.random() * 0.2);
}

/** Returns what was thrown as an error. */
export function toError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}
