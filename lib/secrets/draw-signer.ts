import { createHmac, createPublicKey, sign, verify } from "node:crypto";
import { privateKeyOf, rawPublicKey } from "./ed25519";
import { deriveKey, type MasterKey } from "./seal";

const PURPOSE = "stanchion/draw-signing";

/** Signs everything of a draw with the installation's Ed25519 key. */
export type DrawSigner = {
  /** 32 bytes in base64url, as it is published. */
  readonly publicKey: string;
  readonly sign: (message: Uint8Array) => Uint8Array;
  readonly verify: (message: Uint8Array, signature: Uint8Array) => boolean;
  /**
   * The queue id of a join: unguessable, and the same from every process for the same draw, join id
   * and number, so that a repeated join is the same member.
   */
  readonly queueIdOf: (draw: string, joinId: Uint8Array, number: number) => string;
};

/** The signer that follows from a master key: the same in each process that has the key. */
export function createDrawSigner(master: MasterKey): DrawSigner {
  const seed = deriveKey(master, PURPOSE, Buffer.alloc(0));
  const privateKey = privateKeyOf(seed);
  const publicKey = createPublicKey(privateKey);
  const idKey = deriveKey(master, "stanchion/draw-queue-id", Buffer.alloc(0));
  return {
    publicKey: rawPublicKey(publicKey).toString("base64url"),
    sign: (message) => sign(null, message, privateKey),
    verify: (message, signature) => verify(null, message, publicKey, signature),
    queueIdOf: (draw, joinId, number) => {
      const hmac = createHmac("sha256", idKey).update(`${draw}:${number}:`).update(joinId);
      return uuidOf(hmac.digest("hex"));
    },
  };
}

/** The one whose public key stands in a commitment; null when its master key is not here. */
export type FindDrawSigner = (publicKey: string) => DrawSigner | null;

/** Finds signers among the master keys; each is derived once. */
export function createDrawSigners(masters: readonly MasterKey[]): FindDrawSigner {
  let signers: DrawSigner[] | null = null;
  return (publicKey) => {
    signers ??= masters.map(createDrawSigner);
    return signers.find((signer) => signer.publicKey === publicKey) ?? null;
  };
}

function uuidOf(hash: string): string {
  const part = (from: number, to: number) => hash.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-a${part(17, 20)}-${part(20, 32)}`;
}
