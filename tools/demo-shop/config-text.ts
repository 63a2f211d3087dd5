import { setTimeout as sleep } from "node:timers/promises";
import { send } from "../shared/ask";

/** Where the rules are pulled from. */
export interface PullOptions {
  readonly configUrl: string;
  readonly apiKey: string;
  readonly connect?: { readonly host: string; readonly port: number } | undefined;
  /** Default 5. */
  readonly pullIntervalSeconds?: number | undefined;
}

/** The newest rules, kept in memory as the text that the public connector takes. */
export interface ConfigText {
  readonly current: () => string;
  readonly close: () => Promise<void>;
}

const ATTEMPTS_AT_START = 20;
const TIMEOUT_MS = 4000;

async function pull({ configUrl, apiKey, connect }: PullOptions): Promise<string> {
  const url = new URL(configUrl);
  const { status, body } = await send({
    host: connect?.host ?? url.hostname,
    port: connect?.port ?? (url.port || 80),
    path: url.pathname,
    headers: { host: url.host, "api-key": apiKey },
    timeout: TIMEOUT_MS,
  });
  if (status === 200) return body;
  throw new Error(`The config pull was answered ${status}`);
}

async function pullFirst(options: PullOptions): Promise<string> {
  for (let attempt = 1; attempt < ATTEMPTS_AT_START; attempt += 1) {
    try {
      return await pull(options);
    } catch {
      await sleep(500);
    }
  }
  return pull(options);
}

/**
 * Pulls the rules and keeps them fresh; a failed pull keeps the rules that are there.
 *
 * @throws Error when there are none after several attempts
 */
export async function keepConfigText(options: PullOptions): Promise<ConfigText> {
  let text = await pullFirst(options);
  const closing = new AbortController();
  const { signal } = closing;
  const keepPulling = async (): Promise<void> => {
    const waitMs = (options.pullIntervalSeconds ?? 5) * 1000;
    while (!signal.aborted) {
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) text = await pull(options).catch(() => text);
    }
  };
  const stopped = keepPulling();
  return {
    current: () => text,
    close: () => {
      closing.abort();
      return stopped;
    },
  };
}
