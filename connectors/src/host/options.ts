import type { Decision } from "../core/decision.ts";
import type { ReplayStore } from "../core/replay.ts";
import type { ConnectorRequest } from "../core/request.ts";
import type { SecretList } from "../core/secrets.ts";
import type { ActivityReporter } from "./activity-reporter.ts";
import type {
  ConfigKeeper,
  ConfigSignature,
  Diagnostics,
  Heartbeat,
  PushReceiver,
} from "./parts.ts";
import type { VerifyPassInTime } from "./passes.ts";

/** How to run a connector, whatever the runtime. */
export interface ConnectorOptions {
  /** The customer's id at the waiting room (`c` on the wire). */
  readonly customerId: string;
  /** The customer's secrets: the first signs, all verify (so they can be rotated). */
  readonly secrets: SecretList;
  /** Secrets of single events (`secretsOfEvents({ sale: [secret] })`). */
  readonly eventSecrets?: ReadonlyMap<string, SecretList> | undefined;
  /**
   * What happens to requests while no config was ever seen: true lets them through (marked
   * `x-queueit-failed: true`), false answers 503. There is no default: both cost something.
   */
  readonly failOpen: boolean;
  /** `https://…/status/integrationconfig/secure/{customerId}` of the waiting room. */
  readonly configUrl?: string | undefined;
  /** The API key with which the integration config is pulled. */
  readonly apiKey?: string | undefined;
  /** A config that comes with the program, parsed. Trusted as the program is. */
  readonly config?: object | undefined;
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
  /** Replaces `https://{QueueDomain}` in redirects, for example `http://127.0.0.1:3001`. */
  readonly waitingRoomOrigin?: string | undefined;
  /** Makes a signed right to join for an event, if the site hands out such. */
  readonly enqueueToken?: ((eventId: string) => string | undefined) | undefined;
  /** Default true. False checks no address binding and starts sessions that are bound to none. */
  readonly bindsToAddress?: boolean | undefined;
  /** Default true. False checks no binding to a user agent and starts sessions that are bound to none. */
  readonly bindsToUserAgent?: boolean | undefined;
  /**
   * With it (`checkPasses()`), events that have passes let in by passes alone. Without it they let in by queue
   * tokens where the waiting room allows that, and else nobody.
   */
  readonly verifyPass?: VerifyPassInTime | undefined;
  /**
   * Default false. True reads addresses as they stand and gives session cookies no more than the rules say,
   * as the public KnownUser connectors do.
   */
  readonly exactKnownUser?: boolean | undefined;
  /**
   * Lets each queue token start one session only, as far as the store sees: `createMemoryReplayStore()`
   * or one that several processes share. Without it, a token is good until it expires.
   */
  readonly replay?: ReplayStore | undefined;
  /** Reports to the waiting room who is on the site. */
  readonly activity?: ActivityReporter | undefined;
  /** Tells the waiting room who pulls, with which secrets (`sendHeartbeat()`). */
  readonly heartbeat?: Heartbeat | undefined;
  /** Tells operators why a visitor was sent away (`explainDecisions()`). */
  readonly diagnostics?: Diagnostics | undefined;
  /**
   * Other origins whose pages call this site (`https://www.shop.example`), as browsers name them in `Origin`: their
   * scripts may read what the connector answers, with cookies. Default: none.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** The page of a 503, in HTML. Default: a sentence that tries again by itself. */
  readonly notReadyPage?: string | undefined;
  /** Hears of every decision, to log or count it. What it throws goes to `onProblem`. */
  readonly onDecision?: ((decision: Decision, request: ConnectorRequest) => void) | undefined;
  /** Hears what was thrown: of failed pulls and refused configs, which do no harm while one is known. */
  readonly onProblem?: ((problem: unknown) => void) | undefined;
}

/** @throws TypeError with the code `option-invalid`, naming the first option that is not as it has to be */
export function requireOptions(areGood: Readonly<Record<string, boolean>>): void {
  for (const [name, isGood] of Object.entries(areGood)) {
    const message = `${name} is missing or wrong`;
    if (!isGood) throw Object.assign(new TypeError(message), { code: "option-invalid" });
  }
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** Whether there is one secret at least, and none is empty. */
export function areSecrets(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

function isAddress(value: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(value);
}

/** As a browser writes it: neither a path nor the port that goes without saying. */
function isOrigin(value: string): boolean {
  return /^https?:\/\/[a-z\d.-]+(?::\d+)?$/.test(value) && !/^http(?::.*:80|s.*:443)$/.test(value);
}

/**
 * Checks what a program passes in, so that a mistake shows at the start and not in a request.
 *
 * @throws TypeError naming the option that is wrong
 */
export function checkOptions(options: ConnectorOptions): void {
  const { allowedOrigins = [], configUrl, eventSecrets, waitingRoomOrigin } = options;
  requireOptions({
    customerId: isText(options.customerId),
    secrets: areSecrets(options.secrets),
    eventSecrets: !eventSecrets || eventSecrets instanceof Map,
    failOpen: typeof options.failOpen === "boolean",
    configUrl: !configUrl || isAddress(configUrl),
    apiKey: !configUrl || isText(options.apiKey),
    // Keys alone would check nothing, and that would go unnoticed.
    signature: !("configPublicKeys" in options),
    allowedOrigins: allowedOrigins.every(isOrigin),
    waitingRoomOrigin: !waitingRoomOrigin || isAddress(waitingRoomOrigin),
  });
}
