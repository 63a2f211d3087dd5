import { createPublicKey, hash, verify } from "node:crypto";
import { TEXT_OF_64_BYTES } from "@/connectors/src/core/base64url";
import { type ProofSubject, proofMessage } from "@/lib/domain/possession/proof-message";

const PRINT_BYTES = 16;
/** What stands before the 64 bytes of a point of P-256 in SPKI (RFC 5480); the last one says that both follow. */
const SPKI_PREFIX = Buffer.from("3059301306072a8648ce3d020106082a8648ce3d03010703420004", "hex");
/** As browsers write a time: without zeros before it. */
const TIME = /^(?:0|[1-9]\d{0,14})$/;

/** What a browser sends of its key: the public half alone, or with a signature and the time that it is of. */
export type ShownKey = {
  readonly publicKey: string;
  readonly proof: { readonly atMs: number; readonly signature: string } | null;
};

/** Reads `key` or `key.time.signature`; null for anything else. */
export function readShownKey(text: string | undefined): ShownKey | null {
  const [publicKey = "", time, signature = "", ...more] = (text ?? "").split(".");
  // The coordinates of a point of P-256, and a signature, which is as long.
  if (!TEXT_OF_64_BYTES.test(publicKey) || more.length > 0) return null;
  if (time === undefined) return { publicKey, proof: null };
  const isProof = TIME.test(time) && TEXT_OF_64_BYTES.test(signature);
  return isProof ? { publicKey, proof: { atMs: Number(time), signature } } : null;
}

/** The print by which a place names a key: half of a SHA-256, in base64url. */
export function printOfKey({ publicKey }: Pick<ShownKey, "publicKey">): string {
  const bytes = Buffer.from(publicKey, "base64url");
  return hash("sha256", bytes, "buffer").toString("base64url", 0, PRINT_BYTES);
}

/** True when the key signed exactly this. Never throws. */
export function isSignedBy(publicKey: string, signature: string, subject: ProofSubject): boolean {
  try {
    const der = Buffer.concat([SPKI_PREFIX, Buffer.from(publicKey, "base64url")]);
    const key = createPublicKey({ key: der, format: "der", type: "spki" });
    const message = Buffer.from(proofMessage(subject));
    const signed = Buffer.from(signature, "base64url");
    return verify("sha256", message, { key, dsaEncoding: "ieee-p1363" }, signed);
  } catch {
    // Not every pair of numbers is a point of the curve.
    return false;
  }
}
