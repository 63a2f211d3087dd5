import { createHmac } from "node:crypto";
import type { EventKey } from "./event-key";

/**
 * The keyed hash under which access codes are stored. Codes are short: without the key somebody with a
 * copy of the database could find them by trying.
 */
export function accessCodeHash({ bytes }: EventKey): (text: string) => string {
  return (text) => createHmac("sha256", bytes).update(text).digest("base64url");
}
