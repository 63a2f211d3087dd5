import { fromBase64Url, verifyByWebCrypto } from "./config-signature.ts";
import { andThen, type MaybePromise, type VerifyEd25519 } from "./runtime.ts";

/** As `VerifyPass` of the core, where it may take time. */
export type VerifyPassInTime = (signed: string, keyAndSignature: string) => MaybePromise<string>;

/**
 * Makes the part that checks passes, which nobody mints who has not the waiting room's key. Where the runtime
 * has no Ed25519 it rejects, and the visitor is asked to try again (503).
 *
 * @param verify - default: WebCrypto
 */
export function checkPasses(verify: VerifyEd25519 = verifyByWebCrypto): VerifyPassInTime {
  return (signed, keyAndSignature) => {
    const [key = "", signature = ""] = keyAndSignature.split(".");
    const bytes = new TextEncoder().encode(signed);
    const isGood = verify(fromBase64Url(key), fromBase64Url(signature), bytes);
    return andThen(isGood, (answer) => (answer ? "yes" : "no"));
  };
}
