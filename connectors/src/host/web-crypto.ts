import { toHex } from "../core/hmac.ts";
import type { Hmac } from "./runtime.ts";

/** By WebCrypto, which runtimes with `fetch` have. */
export const hmacByWebCrypto: Hmac = async (key, message) => {
  const { subtle } = crypto;
  const toBytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await subtle.importKey("raw", toBytes(key), algorithm, false, ["sign"]);
  return toHex(new Uint8Array(await subtle.sign("HMAC", imported, toBytes(message))));
};
