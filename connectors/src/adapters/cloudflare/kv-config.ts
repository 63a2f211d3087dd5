import type { ConfigStorage } from "../../host/config-keeper.ts";
import { SIGNATURE_HEADER } from "../../host/config-source.ts";
import type { Fetch } from "../../host/runtime.ts";

/** A KV namespace, as far as the connector needs it. */
export interface KvNamespace {
  readonly get: (key: string) => Promise<string | null>;
  readonly put: (key: string, value: string) => Promise<void>;
}

/** A config that every isolate finds in KV. */
export interface KvConfig {
  readonly storage: ConfigStorage;
  /** Answers a config pull from KV: with what another isolate has stored since, or 304. */
  readonly fetch: Fetch;
}

/** What is stored is `{"config": text, "signature": text or null}`. */
function answerWith(stored: string): Response {
  const { config, signature }: { config: string; signature: string | null } = JSON.parse(stored);
  const headers = signature === null ? {} : { [SIGNATURE_HEADER]: signature };
  return new Response(config, { headers });
}

/** Keeps the config under one key, and writes only what it has not read there. */
export function configInKv(kv: KvNamespace, key: string): KvConfig {
  let known: string | null = null;
  /** The first pull comes right after the loading. */
  let isFresh = false;
  return {
    storage: {
      load: async () => {
        known = await kv.get(key);
        isFresh = true;
        return known;
      },
      save: async (text) => {
        if (text === known) return;
        await kv.put(key, text);
        known = text;
      },
    },
    fetch: async () => {
      const stored = isFresh ? known : await kv.get(key);
      isFresh = false;
      if (stored === null || stored === known) return new Response(null, { status: 304 });
      known = stored;
      return answerWith(stored);
    },
  };
}
