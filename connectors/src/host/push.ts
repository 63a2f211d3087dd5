import { isHmacSha256 } from "../core/index.ts";
import type { CheckedOptions } from "./options.ts";
import type { Answer } from "./verdict.ts";

/** A body may have so many characters: twice as many as a config, and the rest. */
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
 * @throws Error when it is not that
 */
export function readPush(body: string, { secrets }: CheckedOptions): PushedConfig {
  const pushed: unknown = JSON.parse(body);
  const fields = typeof pushed === "object" && pushed !== null ? Object.entries(pushed) : [];
  const field = (name: string): string | null => {
    const value: unknown = fields.find(([key]) => key === name)?.[1];
    return typeof value === "string" ? value : null;
  };
  const info = field("integrationInfo") ?? "";
  const hash = field("hash") ?? "";
  if (!HEX.test(info) || !secrets.some((secret) => isHmacSha256(secret, info, hash))) {
    throw new Error("The pushed config is not from the waiting room");
  }
  return { text: textOfHex(info), signature: field("signature") };
}

/** Whether a request to the site is a push. */
export function isPush(method: string, url: string): boolean {
  return method === "PUT" && url.includes("?__push_queueit_config");
}

function say(status: number, body: string): Answer {
  return { status, headers: [["Content-Type", "text/plain; charset=utf-8"]], body };
}

/**
 * Answers a push as the waiting room expects it; never rejects.
 *
 * @param take - takes the config up, or rejects with why it is refused
 */
export async function answerPush(take: () => Promise<void>): Promise<Answer> {
  return take().then(
    () => say(200, "Success!"),
    () => say(400, "Fail!"),
  );
}
