import type { SecretList } from "../core/secrets.ts";
import { type ConfigStorage, keepConfig } from "./config-keeper.ts";
import { signedBy } from "./config-signature.ts";
import { explainDecisions } from "./diagnostics.ts";
import { secretsOfEvents } from "./event-secrets.ts";
import { sendHeartbeat } from "./heartbeat.ts";
import { NOT_READY_PAGE } from "./not-ready-page.ts";
import { type ConnectorOptions, requireOptions } from "./options.ts";
import { checkPasses } from "./passes.ts";
import { acceptPush } from "./push.ts";
import { toError, type VerifyEd25519 } from "./runtime.ts";
import { sayProblems } from "./say-problems.ts";

/** The options of adapters that bring every part along: each is switched on by plain words. */
export interface StandardOptions
  extends Omit<
    ConnectorOptions,
    | "config"
    | "configKeeper"
    | "diagnostics"
    | "eventSecrets"
    | "heartbeat"
    | "onProblem"
    | "push"
    | "signature"
    | "verifyPass"
  > {
  /** A config that comes with the program, as JSON text or parsed. Trusted as the program is. */
  readonly config?: object | string | undefined;
  /**
   * Secrets of single events, by event id. Such an event is verified and signed with these alone;
   * to introduce one, put the customer's secret behind it until the running sessions are over.
   */
  readonly eventSecrets?: Readonly<Record<string, SecretList>> | undefined;
  /**
   * Ed25519 keys (32 bytes in base64url) of the waiting room. When given, a pulled, pushed or
   * stored config counts only with a signature of one of them.
   */
  readonly configPublicKeys?: readonly string[] | undefined;
  /**
   * With `configPublicKeys`: refuses configs older than this version, though they are genuine, so that
   * a process which has none yet cannot be given an old one. Default: none is too old.
   */
  readonly minConfigVersion?: number | undefined;
  /**
   * Whether passes are checked, where events have them. Default true. False, for a runtime without Ed25519:
   * such an event lets in by its queue token if the waiting room allows that, and else nobody.
   */
  readonly checksPasses?: boolean | undefined;
  /** Takes configs that the waiting room PUTs to any address with `?__push_queueit_config`. */
  readonly acceptsPush?: boolean | undefined;
  /** Hears of failed pulls and refused configs, which do no harm while a config is known. Default: standard error. */
  readonly onProblem?: ((problem: Error) => void) | undefined;
  /** Keeps the last good config over restarts. */
  readonly configStorage?: ConfigStorage | undefined;
}

/**
 * Makes the parts that the options ask for; debug tokens are always answered.
 *
 * @param verify - default: WebCrypto
 * @throws TypeError when `configPublicKeys` is wrong
 */
export function withStandardParts(
  {
    acceptsPush,
    checksPasses = true,
    config,
    configPublicKeys,
    configStorage,
    eventSecrets,
    minConfigVersion,
    onProblem = sayProblems(),
    ...options
  }: StandardOptions,
  verify?: VerifyEd25519 | undefined,
): ConnectorOptions {
  // Without a signature whoever answers a pull writes any version that they like.
  requireOptions({ minConfigVersion: minConfigVersion === undefined || Boolean(configPublicKeys) });
  return {
    notReadyPage: NOT_READY_PAGE,
    ...options,
    config: typeof config === "string" ? JSON.parse(config) : config,
    eventSecrets: eventSecrets && secretsOfEvents(eventSecrets),
    onProblem: (cause) => onProblem(toError(cause)),
    signature: configPublicKeys && signedBy(configPublicKeys, verify, minConfigVersion),
    verifyPass: checksPasses ? checkPasses(verify) : undefined,
    push: acceptsPush === true ? acceptPush() : undefined,
    configKeeper: configStorage && keepConfig(configStorage),
    heartbeat: sendHeartbeat(),
    diagnostics: explainDecisions(),
  };
}
