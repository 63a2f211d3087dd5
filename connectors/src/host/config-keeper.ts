import { asRecord } from "../core/untrusted.ts";
import type { ConfigKeeper } from "./parts.ts";
import type { MaybePromise } from "./runtime.ts";

/** Where texts outlive the process. */
export interface ConfigStorage {
  /** Returns what was saved last, or null. Asked once, at the start. */
  readonly load: () => MaybePromise<string | null>;
  readonly save: (text: string) => MaybePromise<void>;
}

/**
 * Makes the part that keeps the last good config in a storage, with its signature, as
 * `{"config": text, "signature": text or null}`. What is stored there already is not saved again.
 */
export function keepConfig(storage: ConfigStorage): ConfigKeeper {
  let saved: string | null = null;
  return {
    load: async (take) => {
      const text = await storage.load();
      if (text === null) return;
      const { config, signature } = asRecord(JSON.parse(text)) ?? {};
      if (typeof config !== "string") throw new Error("What was stored is no config");
      saved = text;
      await take(config, typeof signature === "string" ? signature : null);
    },
    save: async (config, signature) => {
      const text = JSON.stringify({ config, signature });
      if (text === saved) return;
      await storage.save(text);
      saved = text;
    },
  };
}
