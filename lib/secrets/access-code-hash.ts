import { createHmac } from "node:crypto";
import { deriveKey, type MasterKey } from "./seal";

/**
 * The keyed hash under which access codes are stored: codes are short, and only a key keeps whoever
 * copies the database from finding them.
 */
export function accessCodeHash(master: MasterKey): (text: string) => string {
  const key = deriveKey(master, "stanchion/access-codes", Buffer.alloc(0));
  return (text) => createHmac("sha256", key).update(text).digest("base64url");
}
