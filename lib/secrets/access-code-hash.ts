import { createHmac } from "node:crypto";
import { deriveKey, type MasterKey } from "./seal";

/**
 * The keyed hash under which access codes are stored. Codes are short: without the key somebody with a
 * copy of the database could find them by trying.
 */
export function accessCodeHash(master: MasterKey): (text: string) => string {
  const key = deriveKey(master, "stanchion/access-codes", Buffer.alloc(0));
  return (text) => createHmac("sha256", key).update(text).digest("base64url");
}
