import { equalsInConstantTime } from "../core/hmac.ts";
import { asRecord, asText } from "../core/untrusted.ts";
import type { PushReceiver, PushRequest, PushTarget } from "./parts.ts";
import { andThen, type Hmac, type MaybePromise } from "./runtime.ts";
import type { Header, Verdict } from "./verdict.ts";
import { hmacByWebCrypto } from "./web-crypto.ts";

/**
 * The most bytes that a body may have: twice those of a config of a million, because of the hex, and the
 * rest. Anybody may send one, and it is read and hashed before it is known who did. Larger rules are pulled.
 */
export const MAX_PUSH_BYTES = 2_001_000;

/** A config that the waiting room has sent. */
export interface PushedConfig {
  readonly text: string;
  /** In base64url; null when it came without. */
  readonly signature: string | null;
}

const TOO_LARGE = "The push is too large";
/** Without a group, which would cost the engine memory for each repetition. */
const HEX = /^[0-9a-f]+$/i;

function textOfHex(hex: string): string {
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  }
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/**
 * Reads the body of a push, `{"integrationInfo": hex, "hash": hex, "signature"?: text}`, and checks
 * that one of the customer's secrets made the hash.
 *
 * @throws Error (or rejects) when it is not that
 */
export function readPush(
  body: string,
  { secrets, hmac }: Pick<PushTarget, "secrets" | "hmac">,
): MaybePromise<PushedConfig> {
  const { integrationInfo, hash, signature } = asRecord(JSON.parse(body)) ?? {};
  const info = asText(integrationInfo);
  const tryFrom = (index: number): MaybePromise<PushedConfig> => {
    const secret = secrets[index];
    if (secret === undefined || info.length % 2 === 1 || !HEX.test(info)) {
      throw new Error("The pushed config is not from the waiting room");
    }
    return andThen(hmac(secret, info), (expected) =>
      equalsInConstantTime(expected, asText(hash))
        ? { text: textOfHex(info), signature: asText(signature) || null }
        : tryFrom(index + 1),
    );
  };
  return tryFrom(0);
}

/** Reads a body as UTF-8, and no further than it may go, however long it says it is. */
async function readBounded(request: PushRequest): Promise<string> {
  if (Number(request.headers.get("content-length")) > MAX_PUSH_BYTES)
    throw new RangeError(TOO_LARGE);
  // Adapters that give no stream keep to the bound themselves.
  if (!request.body) return request.text();
  const reader = request.body.getReader();
  const decoder = new TextDecoder();
  let read = "";
  for (let sizeBytes = 0; ; ) {
    const { value } = await reader.read();
    if (!value) return read + decoder.decode();
    sizeBytes += value.byteLength;
    if (sizeBytes > MAX_PUSH_BYTES) {
      await reader.cancel();
      throw new RangeError(TOO_LARGE);
    }
    read += decoder.decode(value, { stream: true });
  }
}

/** The runtime's own hash does not keep other visitors waiting; one in JavaScript takes a hundred times as long. */
function fastHmac(own: Hmac): Hmac {
  return typeof crypto === "object" && crypto.subtle ? hmacByWebCrypto : own;
}

function say(status: number, body: string): Verdict {
  const headers: Header[] = [["Content-Type", "text/plain; charset=utf-8"]];
  return { answer: { status, headers, body }, headers: [] };
}

/**
 * Makes the part that takes up configs which the waiting room PUTs to any address of the site with
 * `?__push_queueit_config`. Only a body with the HMAC of one of the customer's secrets counts, and of no
 * body more than {@link MAX_PUSH_BYTES} are read. It is answered as the waiting room expects it, and no push ever rejects.
 */
export function acceptPush(): PushReceiver {
  return (request, target) => {
    const isPush = request.method === "PUT" && request.url.includes("?__push_queueit_config");
    if (!isPush) return undefined;
    const receive = async (): Promise<void> => {
      const body = await readBounded(request);
      const { text, signature } = await readPush(body, { ...target, hmac: fastHmac(target.hmac) });
      await target.take(text, signature);
    };
    return receive().then(
      () => say(200, "Success!"),
      () => say(400, "Fail!"),
    );
  };
}
