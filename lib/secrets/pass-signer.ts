import { createHash, createPublicKey, sign } from "node:crypto";
import { privateKeyOf, rawPublicKey } from "./ed25519";
import { deriveKey, type MasterKey } from "./seal";

const PURPOSE = "stanchion/pass-signing";
const KEY_ID_CHARACTERS = 8;

/** Signs passes of one customer with an Ed25519 key that no connector has. */
export type PassSigner = {
  /** The first 8 hex characters of the SHA-256 of the 32 bytes of the public key. */
  readonly keyId: string;
  /** 32 bytes in base64url. */
  readonly publicKey: string;
  /** 64 bytes in base64url. */
  readonly sign: (text: string) => string;
};

/** The signer that follows from a master key: the same in each process that has the key. */
export function createPassSigner(
  master: Pick<MasterKey, "bytes">,
  customerWireId: string,
): PassSigner {
  const seed = deriveKey(master, PURPOSE, Buffer.from(customerWireId));
  const privateKey = privateKeyOf(seed);
  const raw = rawPublicKey(createPublicKey(privateKey));
  return {
    keyId: createHash("sha256").update(raw).digest("hex").slice(0, KEY_ID_CHARACTERS),
    publicKey: raw.toString("base64url"),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
  };
}
