import { sha256Hex } from "./sha256.ts";

const DIGITS = 8;

/** Names a secret without giving it away: 8 hex digits that the waiting room shows as well. */
export function keyIdOf(secret: string): string {
  return sha256Hex(`stanchion-key-id:${secret}`).slice(0, DIGITS);
}
