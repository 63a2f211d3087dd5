import { webcrypto } from "node:crypto";
import { type ProofSubject, proofMessage } from "@/lib/domain/possession/proof-message";

const SIGNING = { name: "ECDSA", hash: "SHA-256" };
const base64url = (bytes: ArrayBuffer) => Buffer.from(bytes).toString("base64url");

/** A key as a visitor's browser holds it, by WebCrypto. */
export async function makeBrowserKey() {
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const pair = await webcrypto.subtle.generateKey(curve, false, ["sign", "verify"]);
  const raw = await webcrypto.subtle.exportKey("raw", pair.publicKey);
  const publicKey = base64url(raw.slice(1));
  return {
    publicKey,
    /** What the page sends in `x-stanchion-key`. */
    prove: async (subject: ProofSubject): Promise<string> => {
      const message = Buffer.from(proofMessage(subject));
      const signature = await webcrypto.subtle.sign(SIGNING, pair.privateKey, message);
      return `${publicKey}.${subject.atMs}.${base64url(signature)}`;
    },
  };
}
