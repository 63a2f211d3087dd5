import { type ConfigStorage, keepConfig } from "./config-keeper.ts";
import { signedBy } from "./config-signature.ts";
import { explainDecisions } from "./diagnostics.ts";
import { tellKeyNames } from "./key-names.ts";
import { NOT_READY_PAGE } from "./not-ready-page.ts";
import type { ConnectorOptions } from "./options.ts";
import { acceptPush } from "./push.ts";
import type { VerifyEd25519 } from "./runtime.ts";

/** The options of adapters that bring every part along: each is switched on by plain words. */
export interface StandardOptions
  extends Omit<
    ConnectorOptions,
    "configKeeper" | "diagnostics" | "keyNames" | "push" | "signature"
  > {
  /**
   * Ed25519 keys (32 bytes in base64url) of the waiting room. When given, a pulled, pushed or
   * stored config counts only with a signature of one of them.
   */
  readonly configPublicKeys?: readonly string[] | undefined;
  /** Takes configs that the waiting room PUTs to any address with `?__push_queueit_config`. */
  readonly acceptsPush?: boolean | undefined;
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
  { configPublicKeys, acceptsPush, configStorage, ...options }: StandardOptions,
  verify?: VerifyEd25519 | undefined,
): ConnectorOptions {
  return {
    notReadyPage: NOT_READY_PAGE,
    ...options,
    signature: configPublicKeys && signedBy(configPublicKeys, verify),
    push: acceptsPush === true ? acceptPush() : undefined,
    configKeeper: configStorage && keepConfig(configStorage),
    keyNames: tellKeyNames(),
    diagnostics: explainDecisions(),
  };
}
