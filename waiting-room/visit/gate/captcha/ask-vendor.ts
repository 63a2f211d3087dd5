import { type VendorOrigins, vendorAt } from "@/lib/domain/challenge/captcha-vendors";
import type { CaptchaProvider } from "@/lib/domain/challenge/challenge-setting";
import { readVendorAnswer, type VendorAnswer } from "./vendor-answer";

/** A visitor waits for the answer: after so long the vendor counts as not answering. */
const TIMEOUT_MS = 3_000;
const LONGEST_ANSWER_BYTES = 65_536;

/** A customer's keys of one vendor. */
export type CaptchaKeys = {
  readonly provider: CaptchaProvider;
  readonly siteKey: string;
  readonly secret: string;
};

export type AskVendor = (
  keys: CaptchaKeys,
  asked: { readonly token: string; readonly address: string | null },
) => Promise<VendorAnswer>;

/** Asks a vendor whether a token was solved. Never rejects: whatever goes wrong is an unusable answer. */
export function createAskVendor(origins: VendorOrigins, timeoutMs = TIMEOUT_MS): AskVendor {
  return async (keys, asked) => {
    const vendor = vendorAt(keys.provider, origins);
    try {
      const response = await fetch(vendor.verifyOrigin + vendor.verifyPath, {
        ...questionOf(keys, asked),
        method: "POST",
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body: unknown = JSON.parse(await readShort(response));
      return readVendorAnswer(keys.provider, response.status, body);
    } catch {
      // What fails here may hold the address with its query or a part of the answer: no word of it goes on.
      return { type: "unusable", codes: [] };
    }
  };
}

type Asked = Parameters<AskVendor>[1];

function questionOf(keys: CaptchaKeys, { token, address }: Asked): RequestInit {
  const { provider, siteKey, secret } = keys;
  if (provider === "friendly-captcha") {
    return {
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "x-api-key": secret,
      },
      body: JSON.stringify({ response: token, sitekey: siteKey }),
    };
  }
  const fields = new URLSearchParams({ secret, response: token });
  if (address !== null) fields.set("remoteip", address);
  // Only hCaptcha compares the site key, too.
  if (provider === "hcaptcha") fields.set("sitekey", siteKey);
  return { headers: { accept: "application/json" }, body: fields };
}

/** Throws for an answer that is longer than any that is documented. */
async function readShort({ body }: Response): Promise<string> {
  if (body === null) return "";
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // TypeScript's Response has a stream that it does not know to be iterable.
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytes > LONGEST_ANSWER_BYTES) throw new Error("The answer is too long.");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
