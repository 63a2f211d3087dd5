import type { CompiledConfig } from "../../core/compile-config.ts";
import { readClientConfig } from "./client-config.ts";
import type { BrowserConnectorOptions } from "./options.ts";
import type { Page } from "./page.ts";
import { withinPatience } from "./patience.ts";

/** Where the script with the rules hands them over. */
const RECEIVER = ["QueueIt", "Javascript", "PageEventIntegration", "initQueueClient"];
/** Pages that stay open ask for new rules after this. */
const MAX_AGE_MS = 300_000;

/** Rules of the customer, loaded when they are needed. */
export interface ConfigLoader {
  /** The rules; null while none were ever seen. Never rejects. */
  readonly load: () => Promise<CompiledConfig | null>;
}

function addressOf({ customerId, configOrigin, freshConfig }: BrowserConnectorOptions): string {
  const fresh = freshConfig === true ? `?versionTimestamp=${Date.now()}` : "";
  return `${configOrigin}/${customerId}/integrationconfig/javascript/queueclientConfig.js${fresh}`;
}

/** What is wrong with rules that can be obeyed, or null. */
function problemOf({ customerId: owner }: CompiledConfig, customerId: string): string | null {
  const isForeign = owner !== "" && owner.toLowerCase() !== customerId.toLowerCase();
  return isForeign ? `It is of ${owner}` : null;
}

/** Loads the rules from the waiting room. Rules that cannot be obeyed replace none that can. */
export function createConfigLoader(options: BrowserConnectorOptions, page: Page): ConfigLoader {
  let held: CompiledConfig | null = null;
  let loadedMs = 0;
  let loading: Promise<void> | null = null;
  page.define(RECEIVER, (given) => {
    const read = readClientConfig(given);
    const problem = read.ok ? problemOf(read.config, options.customerId) : read.problem;
    if (!read.ok || problem !== null) return page.report("config-refused", problem ?? "");
    held = read.config;
    loadedMs = page.nowMs();
  });
  const pull = async (): Promise<void> => {
    const address = addressOf(options);
    const hasCome = await withinPatience(page, page.loadScript(address));
    if (!hasCome) page.report("config-unreachable", address);
    loading = null;
  };
  return {
    load: async () => {
      if (held === null || page.nowMs() - loadedMs > MAX_AGE_MS) {
        loading ??= pull();
        await loading;
      }
      return held;
    },
  };
}
