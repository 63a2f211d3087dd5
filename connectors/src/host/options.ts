import type { Decision } from "../core/decision.ts";
import type { ReplayStore } from "../core/replay.ts";
import type { ConnectorRequest } from "../core/request.ts";
import type { SecretList } from "../core/secrets.ts";
import type { ActivityReporter } from "./activity-reporter.ts";
import type {
  ConfigKeeper,
  ConfigSignature,
  Diagnostics,
  KeyNames,
  PushReceiver,
} from "./parts.ts";

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
   * With it (`signedBy(keys)`), a pulled, pushed or stored config counts only with a signature of the
   * waiting room. Without it, whoever answers the pull is believed.
   */
  readonly signature?: ConfigSignature | undefined;
  /** With it (`acceptPush()`), configs that the waiting room PUTs to the site are taken up. */
  readonly push?: PushReceiver | undefined;
  /** Keeps the last good config over restarts (`keepConfig(storage)`). */
  readonly configKeeper?: ConfigKeeper | undefined;
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
  /**
   * Lets each queue token start one session only, as far as the store sees: `createMemoryReplayStore()`
   * or one that several processes share. Without it, a token is good until it expires.
   */
  readonly replay?: ReplayStore | undefined;
  /** Reports to the waiting room who is on the site. */
  readonly activity?: ActivityReporter | undefined;
  /** Tells the waiting room which secrets are in use here, by name (`tellKeyNames()`). */
  readonly keyNames?: KeyNames | undefined;
  /** Tells operators why a visitor was sent away (`explainDecisions()`). */
  readonly diagnostics?: Diagnostics | undefined;
  /** The page of a 503, in HTML. Default: a sentence that tries again by itself. */
  readonly notReadyPage?: string | undefined;
  /** Hears of every decision, to log or count it. What it throws goes to `onProblem`. */
  readonly onDecision?: ((decision: Decision, request: ConnectorRequest) => void) | undefined;
  /** Hears of failed pulls and refused configs. They do no harm while a config is known. */
  readonly onProblem?: ((problem: Error) => void) | undefined;
}

/** Options that were checked. */
export interface CheckedOptions extends Omit<ConnectorOptions, "eventSecrets"> {
  /** By event id in lower case. */
  readonly eventSecrets: ReadonlyMap<string, SecretList>;
}

/** @throws TypeError with the code `option-invalid`, naming the first option that is not as it has to be */
export function requireOptions(areGood: Readonly<Record<string, boolean>>): void {
  for (const [name, isGood] of Object.entries(areGood)) {
    const message = `${name} is missing or wrong: see the connector's options`;
    if (!isGood) throw Object.assign(new TypeError(message), { code: "option-invalid" });
  }
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function areSecrets(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

function isAddress(value: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(value);
}

/**
 * Checks what a program passes in, so that a mistake shows at the start and not in a request.
 *
 * @throws TypeError naming the option that is wrong
 */
export function checkOptions(options: ConnectorOptions): CheckedOptions {
  const { configUrl, eventSecrets = {}, waitingRoomOrigin } = options;
  requireOptions({
    customerId: isText(options.customerId),
    secrets: areSecrets(options.secrets),
    eventSecrets: Object.values(eventSecrets).every(areSecrets),
    failOpen: typeof options.failOpen === "boolean",
    configUrl: configUrl === undefined || isAddress(configUrl),
    apiKey: configUrl === undefined || isText(options.apiKey),
    waitingRoomOrigin: waitingRoomOrigin === undefined || isAddress(waitingRoomOrigin),
  });
  const ofEvents = Object.entries(eventSecrets);
  return {
    ...options,
    eventSecrets: new Map(ofEvents.map(([id, secrets]) => [id.toLowerCase(), secrets])),
  };
}
