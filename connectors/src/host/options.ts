import type { ConnectorRequest, Decision, ReplayStore, SecretList } from "../core/index.ts";
import type { ActivityReporter } from "./activity-reporter.ts";
import type { ConfigStorage } from "./held-config.ts";

/** A replay store that several processes share. It is asked only when a token would admit. */
export interface SharedReplayStore {
  /** As in {@link ReplayStore}. When it rejects, the visitor is asked to try again (503). */
  readonly firstUse: (tokenHash: string, expiresAtUnixSeconds: number) => Promise<boolean>;
}

/** How to run a connector, whatever the runtime. */
export interface ConnectorOptions {
  /** The customer's id at the waiting room (`c` on the wire). */
  readonly customerId: string;
  /** The customer's secrets: the first signs, all verify (so they can be rotated). */
  readonly secrets: SecretList;
  /**
   * Secrets of single events, by event id. Such an event is verified and signed with these alone;
   * to introduce one, put the customer's secret behind it until the running sessions are over.
   */
  readonly eventSecrets?: Readonly<Record<string, SecretList>> | undefined;
  /**
   * What happens to requests while no config was ever seen: true lets them through (marked
   * `x-queueit-failed: true`), false answers 503. There is no default: both cost something.
   */
  readonly failOpen: boolean;
  /** `https://…/status/integrationconfig/secure/{customerId}` of the waiting room. */
  readonly configUrl?: string | undefined;
  /** The API key with which the integration config is pulled. */
  readonly apiKey?: string | undefined;
  /** A config that comes with the program, as JSON text or parsed. Trusted as the program is. */
  readonly config?: unknown;
  /**
   * Ed25519 keys (32 bytes in base64url) of the waiting room. When given, a pulled, pushed or
   * stored config counts only with a signature of one of them.
   */
  readonly configPublicKeys?: readonly string[] | undefined;
  /** Takes configs that the waiting room PUTs to any address with `?__push_queueit_config`. */
  readonly acceptsPush?: boolean | undefined;
  /** Keeps the last good config over restarts. */
  readonly configStorage?: ConfigStorage | undefined;
  /** Seconds between pulls, give or take a tenth. Default 300. */
  readonly pullIntervalSeconds?: number | undefined;
  /** Milliseconds that a pull may take. Default 4000. */
  readonly pullTimeoutMs?: number | undefined;
  /** Replaces `https://{QueueDomain}` in redirects, for example `http://room.localhost:3001`. */
  readonly waitingRoomOrigin?: string | undefined;
  /** Makes a signed right to join for an event, if the site hands out such. */
  readonly enqueueToken?: ((eventId: string) => string | undefined) | undefined;
  /** Default true. False checks no address binding and starts sessions that are bound to none. */
  readonly bindsToAddress?: boolean | undefined;
  /** Lets each queue token start one session only, as far as the store sees. */
  readonly replay?: ReplayStore | undefined;
  /** The same with a store that several processes share; asked besides `replay`. */
  readonly sharedReplay?: SharedReplayStore | undefined;
  /** Reports to the waiting room who is on the site. */
  readonly activity?: ActivityReporter | undefined;
  /** Hears of every decision, to log or count it. What it throws goes to `onProblem`. */
  readonly onDecision?: ((decision: Decision, request: ConnectorRequest) => void) | undefined;
  /** Hears of failed pulls and refused configs. They do no harm while a config is known. */
  readonly onProblem?: ((problem: Error) => void) | undefined;
}

const DEFAULT_PULL_INTERVAL_SECONDS = 300;
const DEFAULT_PULL_TIMEOUT_MS = 4000;

/** Options that were checked, with the defaults filled in. */
export interface CheckedOptions extends Omit<ConnectorOptions, "eventSecrets"> {
  /** By event id in lower case. */
  readonly eventSecrets: ReadonlyMap<string, SecretList> | undefined;
  readonly pullIntervalSeconds: number;
  readonly pullTimeoutMs: number;
  readonly onProblem: (problem: Error) => void;
}

function requireText(name: string, value: unknown): void {
  if (typeof value !== "string" || value === "") throw new TypeError(`${name} is missing`);
}

const HTTP_URL = /^https?:\/\/[^/?#]+/i;

function requireHttpUrl(name: string, value: unknown): string {
  const origin = HTTP_URL.exec(String(value))?.[0];
  if (origin === undefined) throw new TypeError(`${name} is not an HTTP address`);
  return origin;
}

/** @throws TypeError naming the option when it is not a number of at least `least` */
export function requireCount(name: string, value: number, least: number): void {
  if (!(Number.isFinite(value) && value >= least)) throw new TypeError(`${name} is below ${least}`);
}

function requireSecrets(name: string, secrets: unknown): void {
  if (!Array.isArray(secrets) || secrets.length === 0) throw new TypeError(`${name} is missing`);
  for (const secret of secrets) requireText(name, secret);
}

function checkEventSecrets(
  eventSecrets: Readonly<Record<string, SecretList>>,
): ReadonlyMap<string, SecretList> {
  const entries = Object.entries(eventSecrets);
  for (const [eventId, secrets] of entries) requireSecrets(`eventSecrets.${eventId}`, secrets);
  return new Map(entries.map(([eventId, secrets]) => [eventId.toLowerCase(), secrets]));
}

/**
 * Checks what a program passes in, so that a mistake shows at the start and not in a request.
 *
 * @throws TypeError naming the option that is wrong
 */
export function checkOptions(options: ConnectorOptions): CheckedOptions {
  requireText("customerId", options.customerId);
  requireSecrets("secrets", options.secrets);
  if (typeof options.failOpen !== "boolean") throw new TypeError("failOpen is missing");
  if (options.configUrl !== undefined) {
    requireHttpUrl("configUrl", options.configUrl);
    requireText("apiKey", options.apiKey);
  }
  const { waitingRoomOrigin, eventSecrets } = options;
  const checked = {
    ...options,
    eventSecrets: eventSecrets && checkEventSecrets(eventSecrets),
    waitingRoomOrigin: waitingRoomOrigin && requireHttpUrl("waitingRoomOrigin", waitingRoomOrigin),
    pullIntervalSeconds: options.pullIntervalSeconds ?? DEFAULT_PULL_INTERVAL_SECONDS,
    pullTimeoutMs: options.pullTimeoutMs ?? DEFAULT_PULL_TIMEOUT_MS,
    onProblem: options.onProblem ?? ((): void => undefined),
  };
  requireCount("pullIntervalSeconds", checked.pullIntervalSeconds, 0.1);
  requireCount("pullTimeoutMs", checked.pullTimeoutMs, 1);
  return checked;
}
