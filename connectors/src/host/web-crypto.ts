import { toHex } from "../core/hmac.ts";
import type { Hmac } from "./runtime.ts";

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** By WebCrypto, which runtimes with `fetch` have. */
export const hmacByWebCrypto: Hmac = async (key, message) => {
  const { subtle } = crypto;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await subtle.importKey("raw", toBytes(key), algorithm, false, ["sign"]);
  return toHex(new Uint8Array(await subtle.sign("HMAC", imported, toBytes(message))));
};
