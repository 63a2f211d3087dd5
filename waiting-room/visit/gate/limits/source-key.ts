import { hash } from "node:crypto";
import type { EventKey } from "@/lib/secrets/event-key";

const BYTES = 8;
const texts = new WeakMap<EventKey, string>();

/**
 * What stands for a source in the counts of an event: 8 bytes that say nothing without the event's key, so that nobody
 * can choose sources that are counted together.
 */
export function sourceKey(key: EventKey, kind: string, name: string): Buffer {
  let text = texts.get(key);
  if (text === undefined) {
    text = `join source ${key.bytes.toString("base64url")}`;
    texts.set(key, text);
  }
  return hash("sha256", `${text} ${kind} ${name}`, "buffer").subarray(0, BYTES);
}
