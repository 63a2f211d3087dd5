import type { SecretList } from "../../core/secrets.ts";
import { createMemoryReplayStore, type NodeConnectorOptions } from "../node/index.ts";
import {
  type CommandContext,
  type CommandLine,
  readCommandLine,
  splitList,
  UsageError,
} from "./command-line.ts";
import type { ForwardAuthOptions } from "./forward-auth/options.ts";
import { PROXY_NAMES } from "./forward-auth/proxies.ts";
import type { ProxyOptions } from "./options.ts";
import type { ListenOptions } from "./proxy.ts";

/** What every command that runs has. */
interface Running {
  readonly listen: ListenOptions;
  /** Where to report who is on the site, if anywhere. */
  readonly activityUrl: string | undefined;
}

/** What the command line asks for. */
export type Command =
  | { readonly type: "help" }
  | (Running & { readonly type: "proxy"; readonly options: ProxyOptions })
  | (Running & { readonly type: "forward-auth"; readonly options: ForwardAuthOptions });

/** Reads `sale=secret,older drop=secret`. */
function readEventSecrets({ optionalHidden }: CommandLine): ProxyOptions["eventSecrets"] {
  const entries = optionalHidden("event-secrets").split(/\s+/).filter(Boolean);
  const secrets = entries.map((entry): [string, SecretList] => {
    const at = entry.indexOf("=");
    const [first, ...others] = splitList(entry.slice(at + 1));
    if (at < 1 || first === undefined) {
      throw new UsageError("STANCHION_EVENT_SECRETS takes sale=secret,older drop=secret.");
    }
    return [entry.slice(0, at), [first, ...others]];
  });
  return secrets.length === 0 ? undefined : Object.fromEntries(secrets);
}

/** Reads `8080`, `127.0.0.1:8080` or `[::1]:8080`. */
function readListen(text: string): ListenOptions {
  const match = /^(?:(.+):)?(\d{1,5})$/.exec(text);
  const port = Number(match?.[2]);
  if (!(port <= 65_535)) throw new UsageError(`--listen takes [HOST:]PORT, not "${text}".`);
  return { port, host: match?.[1]?.replace(/^\[|\]$/g, "") };
}

/** What the connector goes by, whatever runs it. */
function readConnectorOptions(line: CommandLine): NodeConnectorOptions {
  const { optional, required, list, flag, number, hidden } = line;
  const [secret = "", ...others] = splitList(hidden("secrets"));
  return {
    customerId: required("customer-id"),
    configUrl: required("config-url"),
    failOpen: line.failOpen(),
    secrets: [secret, ...others],
    apiKey: hidden("api-key"),
    trustedProxies: number("trusted-proxies"),
    configFile: optional("config-file"),
    configPublicKeys: list("config-public-keys"),
    minConfigVersion: number("min-config-version"),
    waitingRoomOrigin: optional("waiting-room"),
    eventSecrets: readEventSecrets(line),
    allowedOrigins: list("allowed-origins"),
    bindsToAddress: !flag("no-address-binding"),
    replay: flag("replay") ? createMemoryReplayStore() : undefined,
  };
}

function readProxyOptions(line: CommandLine): ProxyOptions {
  const { optional, required, flag, number } = line;
  return {
    origin: required("origin"),
    ...readConnectorOptions(line),
    originHost: optional("origin-host"),
    originTimeoutMs: number("origin-timeout", 1000),
    idleTimeoutMs: number("idle-timeout", 1000),
    maxBodyBytes: number("max-body"),
    acceptsPush: flag("accept-push"),
  };
}

function readForwardAuthOptions(line: CommandLine): ForwardAuthOptions {
  const name = line.required("proxy");
  const proxy = PROXY_NAMES.find((known) => known === name);
  if (proxy === undefined) throw new UsageError(`--proxy takes ${PROXY_NAMES.join(", ")}.`);
  return {
    proxy,
    ...readConnectorOptions(line),
    proxyKey: line.hidden("proxy-key"),
    proxyAddresses: line.list("proxy-addresses"),
  };
}

/**
 * Reads `proxy …` or `forward-auth …` with its environment.
 *
 * @throws UsageError saying what is missing or wrong
 */
export function readCommand(args: readonly string[], context: CommandContext): Command {
  const line = readCommandLine(args, context);
  if (line === null) return { type: "help" };
  const activityUrl = line.optional("activity-url");
  const listen = (usual: string): ListenOptions => readListen(line.optional("listen") ?? usual);
  return line.mode === "proxy"
    ? { type: "proxy", options: readProxyOptions(line), activityUrl, listen: listen("8080") }
    : {
        type: "forward-auth",
        options: readForwardAuthOptions(line),
        activityUrl,
        listen: listen("127.0.0.1:9080"),
      };
}
