import { equalsInConstantTime } from "../core/hmac.ts";
import { asRecord, asText } from "../core/untrusted.ts";
import type { PushReceiver, PushTarget } from "./parts.ts";
import { andThen, type MaybePromise } from "./runtime.ts";
import type { Header, Verdict } from "./verdict.ts";

/** The most characters that a body may have: twice those of a config, because of the hex, and the rest. */
export const MAX_PUSH_CHARACTERS = 10_001_000;

/** A config that the waiting room has sent. */
export interface PushedConfig {
  readonly text: string;
  /** In base64url; null when it came without. */
  readonly signature: string | null;
}

const HEX = /^(?:[0-9a-f]{2})+$/i;

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
    if (secret === undefined || !HEX.test(info)) {
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

function say(status: number, body: string): Verdict {
  const headers: Header[] = [["Content-Type", "text/plain; charset=utf-8"]];
  return { answer: { status, headers, body }, headers: [] };
}

/**
 * Makes the part that takes up configs which the waiting room PUTs to any address of the site with
 * `?__push_queueit_config`. Only a body with the HMAC of one of the customer's secrets counts. It is
 * answered as the waiting room expects it, and no push ever rejects.
 */
export function acceptPush(): PushReceiver {
  return (request, target) => {
    const isPush = request.method === "PUT" && request.url.includes("?__push_queueit_config");
    if (!isPush) return undefined;
    const receive = async (): Promise<void> => {
      const isTooLarge = Number(request.headers.get("content-length")) > MAX_PUSH_CHARACTERS;
      if (isTooLarge) throw new RangeError("The push is too large");
      const { text, signature } = await readPush(await request.text(), target);
      await target.take(text, signature);
    };
    return receive().then(
      () => say(200, "Success!"),
      () => say(400, "Fail!"),
    );
  };
}
