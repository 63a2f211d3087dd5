import { parseArgs } from "node:util";
import type { SecretList } from "../../core/secrets.ts";
import { createMemoryReplayStore } from "../node/index.ts";
import type { ProxyOptions } from "./options.ts";
import type { ListenOptions } from "./proxy.ts";

/** What the command line asks for. */
export type ProxyCommand =
  | { readonly type: "help" }
  | {
      readonly type: "run";
      readonly options: ProxyOptions;
      readonly listen: ListenOptions;
      /** Where to report who is on the site, if anywhere. */
      readonly activityUrl: string | undefined;
    };

/** Where a command takes from what does not stand on the command line. */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readFile: (path: string) => string;
}

/** A mistake of whoever wrote the command; the message says what to change. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const HELP = `Usage: stanchion-connector proxy [options]

A reverse proxy that sends visitors to the waiting room until it is their turn.

Required
  --origin URL            the site behind the proxy, e.g. http://127.0.0.1:3000
  --customer-id ID        your id at the waiting room
  --config-url URL        where your rules are pulled from
  --fail-closed           answer 503 while no rules were ever seen, or
  --fail-open             let everybody in while no rules were ever seen
  STANCHION_SECRETS       secrets, divided by commas: the first signs, all verify
  STANCHION_API_KEY       the API key

Optional
  --listen [HOST:]PORT    default 8080, on every address
  --origin-host HOST      sent to the origin as Host (default: the visitor's)
  --trusted-proxies N     how many proxies in front are yours (default 0)
  --config-file PATH      keeps the last good rules over a restart
  --config-public-keys K  take only rules signed with one of these, divided by commas
  --min-config-version N  refuses older ones, though they are signed
  --waiting-room URL      replaces https:// and the queue domain in redirects
  --activity-url URL      reports there who is on the site
  --allowed-origins O     origins whose scripts may read where the line is, divided by commas
  --replay                a token starts one session only, in this process
  --accept-push           takes rules that the waiting room pushes
  --no-address-binding    visitors may come back from another address
  --origin-timeout S      seconds until the origin begins to answer (default 30)
  --idle-timeout S        seconds that a body or a WebSocket may pause (default 120)
  --max-body BYTES        largest body of a request (default 100000000)

Each option may come from the environment instead: --origin-host as STANCHION_ORIGIN_HOST,
--replay as STANCHION_REPLAY=true. Secrets and the key come only from there, or from the files that
STANCHION_SECRETS_FILE and STANCHION_API_KEY_FILE name, so that no list of processes shows them.
Events with secrets of their own: STANCHION_EVENT_SECRETS="sale=secret,older drop=secret".
`;

const TEXT = { type: "string" } as const;
const FLAG = { type: "boolean" } as const;
const ARGUMENTS = {
  help: { ...FLAG, short: "h" },
  "fail-open": FLAG,
  "fail-closed": FLAG,
  origin: TEXT,
  "customer-id": TEXT,
  "config-url": TEXT,
  listen: TEXT,
  "origin-host": TEXT,
  "trusted-proxies": TEXT,
  "config-file": TEXT,
  "config-public-keys": TEXT,
  "min-config-version": TEXT,
  "waiting-room": TEXT,
  "origin-timeout": TEXT,
  "idle-timeout": TEXT,
  "max-body": TEXT,
  "activity-url": TEXT,
  "allowed-origins": TEXT,
  replay: FLAG,
  "accept-push": FLAG,
  "no-address-binding": FLAG,
} as const;

type FlagName = "replay" | "accept-push" | "no-address-binding";
type TextName = Exclude<keyof typeof ARGUMENTS, FlagName | "help" | "fail-open" | "fail-closed">;

function variableOf(name: string): string {
  return `STANCHION_${name.toUpperCase().replaceAll("-", "_")}`;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: ARGUMENTS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A value that must not stand on the command line; "" where there is none. */
function readOptionalHidden(name: string, { env, readFile }: CommandContext): string {
  const variable = variableOf(name);
  const file = env[`${variable}_FILE`];
  return (file ? readFile(file) : (env[variable] ?? "")).trim();
}

function readHidden(name: string, context: CommandContext): string {
  const variable = variableOf(name);
  const text = readOptionalHidden(name, context);
  if (text === "") throw new UsageError(`Set ${variable} or ${variable}_FILE.`);
  return text;
}

function splitList(text: string): readonly string[] {
  return text
    .split(/[\s,]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** Reads `sale=secret,older drop=secret`. */
function readEventSecrets(context: CommandContext): ProxyOptions["eventSecrets"] {
  const entries = readOptionalHidden("event-secrets", context).split(/\s+/).filter(Boolean);
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

function readFailOpen(
  values: { readonly "fail-open"?: boolean; readonly "fail-closed"?: boolean },
  { env }: CommandContext,
): boolean {
  const open = values["fail-open"] === true;
  const closed = values["fail-closed"] === true;
  if (open && closed) throw new UsageError("Give --fail-open or --fail-closed, not both.");
  if (open || closed) return open;
  const text = env["STANCHION_FAIL_OPEN"];
  if (text === "true" || text === "false") return text === "true";
  throw new UsageError("Give --fail-closed, or --fail-open: who gets in while there are no rules?");
}

/** Reads `8080`, `127.0.0.1:8080` or `[::1]:8080`. */
function readListen(text: string): ListenOptions {
  const match = /^(?:(.+):)?(\d{1,5})$/.exec(text);
  const port = Number(match?.[2]);
  if (!(port <= 65_535)) throw new UsageError(`--listen takes [HOST:]PORT, not "${text}".`);
  return { port, host: match?.[1]?.replace(/^\[|\]$/g, "") };
}

/**
 * Reads `proxy …` with its environment.
 *
 * @throws UsageError saying what is missing or wrong
 */
export function readProxyCommand(args: readonly string[], context: CommandContext): ProxyCommand {
  const { values, positionals } = parse(args);
  if (values.help === true) return { type: "help" };
  if (positionals.length !== 1 || positionals[0] !== "proxy") {
    throw new UsageError("The one thing that can be run is: proxy");
  }
  const optional = (name: TextName): string | undefined =>
    values[name] || context.env[variableOf(name)] || undefined;
  const required = (name: TextName): string => {
    const text = optional(name);
    if (text === undefined) throw new UsageError(`Give --${name} or set ${variableOf(name)}.`);
    return text;
  };
  const list = (name: TextName): readonly string[] | undefined => {
    const text = optional(name);
    return text === undefined ? undefined : splitList(text);
  };
  const flag = (name: FlagName): boolean => {
    const text = context.env[variableOf(name)] || "false";
    if (text !== "true" && text !== "false") {
      throw new UsageError(`${variableOf(name)} takes true or false.`);
    }
    return values[name] === true || text === "true";
  };
  const number = (name: TextName, factor: number = 1): number | undefined => {
    const text = optional(name);
    if (text === undefined) return undefined;
    if (!/^\d{1,15}(\.\d+)?$/.test(text)) throw new UsageError(`--${name} takes a number.`);
    return Math.round(Number(text) * factor);
  };
  const [secret = "", ...others] = splitList(readHidden("secrets", context));
  const options: ProxyOptions = {
    origin: required("origin"),
    customerId: required("customer-id"),
    configUrl: required("config-url"),
    failOpen: readFailOpen(values, context),
    secrets: [secret, ...others],
    apiKey: readHidden("api-key", context),
    originHost: optional("origin-host"),
    trustedProxies: number("trusted-proxies"),
    configFile: optional("config-file"),
    configPublicKeys: list("config-public-keys"),
    minConfigVersion: number("min-config-version"),
    waitingRoomOrigin: optional("waiting-room"),
    originTimeoutMs: number("origin-timeout", 1000),
    idleTimeoutMs: number("idle-timeout", 1000),
    maxBodyBytes: number("max-body"),
    eventSecrets: readEventSecrets(context),
    allowedOrigins: list("allowed-origins"),
    acceptsPush: flag("accept-push"),
    bindsToAddress: !flag("no-address-binding"),
    replay: flag("replay") ? createMemoryReplayStore() : undefined,
  };
  const activityUrl = optional("activity-url");
  return { type: "run", options, activityUrl, listen: readListen(optional("listen") ?? "8080") };
}
