declare module "fastly:cache-override" {
  /** How Fastly's cache keeps a response, whatever its headers say. */
  export class CacheOverride {
    constructor(mode: "override", settings: { readonly ttl: number; readonly swr: number });
  }
}

declare module "fastly:kv-store" {
  /** A KV Store by its name. */
  export class KVStore {
    constructor(name: string);
    readonly get: (key: string) => Promise<{ readonly text: () => Promise<string> } | null>;
    readonly put: (key: string, value: string) => Promise<undefined>;
  }
}
