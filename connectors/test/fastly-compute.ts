import { createContext, Script } from "node:vm";
import type { BuildOptions } from "esbuild";
import type { FastlyFetchEvent } from "../src/adapters/fastly/index.ts";
import { ORIGIN_COOKIE, ORIGIN_SAYS, originPage, originSays } from "./conformance/site.ts";

const MODULES: Readonly<Record<string, string>> = {
  "fastly:cache-override": `export class CacheOverride {
    constructor(mode, settings) { Object.assign(this, settings); }
  }`,
  "fastly:kv-store": `export class KVStore {
    constructor(name) { this.name = name; }
    async get(key) {
      const text = STORES.get(this.name + "/" + key);
      return text === undefined ? null : { text: async () => text };
    }
    async put(key, value) { STORES.set(this.name + "/" + key, value); }
  }`,
  "fastly:secret-store": `export class SecretStore {
    constructor(name) { this.name = name; }
    async get(key) {
      const text = STORES.get(this.name + "/" + key);
      return text === undefined ? null : { plaintext: () => text };
    }
  }`,
};

/** How programs for the emulator are bundled: `fastly:` modules are found in the sandbox. */
export const FOR_COMPUTE: BuildOptions = {
  format: "iife",
  plugins: [
    {
      name: "platform",
      setup: ({ onResolve, onLoad }) => {
        onResolve({ filter: /^fastly:/ }, ({ path }) => ({ path, namespace: "platform" }));
        onLoad({ filter: /./, namespace: "platform" }, ({ path }) => ({
          contents: MODULES[path] ?? "",
        }));
      },
    },
  ],
};

interface ComputeInit extends RequestInit {
  readonly backend?: string;
  readonly cacheOverride?: { readonly ttl: number };
}

type Cache = Map<string, { readonly until: number; readonly answer: Response }>;

async function fetchThrough(cache: Cache, url: string, init: ComputeInit): Promise<Response> {
  const { cacheOverride, backend: _, ...plain } = init;
  const cached = cache.get(url);
  if (cached !== undefined && Date.now() < cached.until) return cached.answer.clone();
  const answer = await fetch(url, { ...plain, redirect: "manual" });
  if (cacheOverride !== undefined) {
    const until = Date.now() + cacheOverride.ttl * 1000;
    cache.set(url, { until, answer: answer.clone() });
  }
  return answer;
}

function computeFetch(cache: Cache) {
  return async (input: Request | string, init: ComputeInit = {}): Promise<Response> => {
    if (init.backend === "stanchion" && typeof input === "string") {
      return fetchThrough(cache, input, init);
    }
    if (init.backend !== "origin" || typeof input === "string") {
      throw new TypeError(`There is no backend "${init.backend}"`);
    }
    const headers = new Headers({ "set-cookie": ORIGIN_COOKIE });
    for (const [name, value] of originSays(input.headers.get(ORIGIN_SAYS))) {
      headers.append(name, value);
    }
    return new Response(originPage(await input.text()), { headers });
  };
}

/** What a Compute service answers, and what it leaves behind. */
export interface RunningService {
  /** Resolves with the answer; the sandbox goes on with its background work. */
  readonly visit: (request: Request, clientIp: string) => Promise<Response>;
  /** Values of stores, by `store/key`. */
  readonly stores: Map<string, string>;
  /** What went to `console.error`. */
  readonly log: readonly unknown[];
}

/**
 * Emulates Compute as it is by default: each request has a sandbox of its own, in which the program
 * runs anew and which ends with the request and its `waitUntil`. It has `Request`, `Response`,
 * `Headers`, `URL`, text codecs, timers and `fetch`, which needs the name of a backend; no
 * `AbortController` and no `crypto`. Between the sandboxes there are only KV and Secret Stores (here
 * at once consistent) and the cache, which obeys the `ttl` of a `CacheOverride` (here one place, and
 * without `swr`). Source: the reference of @fastly/js-compute 3.46.
 */
export function runCompute(program: string, globals: object = {}): RunningService {
  const script = new Script(program);
  const stores = new Map<string, string>();
  const cache: Cache = new Map();
  const log: unknown[] = [];
  const console = { error: (line: unknown) => log.push(line) };
  const visit = (request: Request, clientIp: string): Promise<Response> =>
    new Promise((resolve, reject) => {
      const respondWith = (answer: Promise<Response>): void => void answer.then(resolve, reject);
      const waitUntil = (work: Promise<unknown>): void => void work.catch(reject);
      const event = { request, client: { address: clientIp }, waitUntil, respondWith };
      const sandbox = createContext({
        ...{ Request, Response, Headers, URL, URLSearchParams, TextEncoder, TextDecoder },
        ...{ atob, btoa, setTimeout, clearTimeout, console },
        ...globals,
        STORES: stores,
        fetch: computeFetch(cache),
        addEventListener: (_: "fetch", listener: (given: FastlyFetchEvent) => void) =>
          listener(event),
      });
      script.runInContext(sandbox);
    });
  return { visit, stores, log };
}
