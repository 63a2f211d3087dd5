import { createHmac } from "node:crypto";
import type { EventKey } from "./event-key";
import { deriveKey } from "./seal";

/** Support codes of false places name numbers from here on, which a line reaches only after many losses. */
const FIRST_CODE = 2 ** 24;
/** So many of them are as long as those of everybody. */
const CODES = 2 ** 23;
const CODE_HEX = 6;
const TAG_HEX = 24;
/** A queue id as everybody's: version 4 of a UUID with `a` in the second fixed place. */
const QUEUE_ID = /^([0-9a-f]{8})-([0-9a-f]{4})-4([0-9a-f]{3})-a([0-9a-f]{3})-([0-9a-f]{12})$/;

/** A place of the false queue: its queue id, and the number that its support code names. Each follows from the other. */
export type FalseId = { readonly queueId: string; readonly code: number };

/** The ids of the false place that a join gets; a repeated join gets the same. */
export function falseIdOfJoin(key: EventKey, runId: number, joinId: Buffer): FalseId {
  const hex = hmac(key, `join ${runId} ${joinId.toString("base64url")}`);
  const code = Number.parseInt(hex.slice(0, CODE_HEX), 16) % CODES;
  return falseIdOfCode(key, runId, FIRST_CODE + code);
}

/** The queue id of the false place whose support code names this number. */
export function falseIdOfCode(key: EventKey, runId: number, code: number): FalseId {
  const tag = hmac(key, `code ${runId} ${code}`).slice(0, TAG_HEX);
  const hidden = (code - FIRST_CODE) ^ maskOf(key, tag);
  const hex = `${tag}${hidden.toString(16).padStart(CODE_HEX, "0")}`;
  const queueId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
  return { queueId, code };
}

/** The code of a false place; null for the queue id of anybody else. Nobody without the event's key can tell. */
export function readFalseId(key: EventKey, runId: number, queueId: string): number | null {
  const hex = QUEUE_ID.exec(queueId)?.slice(1).join("");
  if (hex === undefined) return null;
  const tag = hex.slice(0, TAG_HEX);
  const hidden = Number.parseInt(hex.slice(TAG_HEX), 16) ^ maskOf(key, tag);
  const code = FIRST_CODE + (hidden % CODES);
  return falseIdOfCode(key, runId, code).queueId === queueId ? code : null;
}

/** True for a number that the support code of a false place may name. */
export function mayBeFalseCode(number: number): boolean {
  return number >= FIRST_CODE && number < FIRST_CODE + CODES;
}

function maskOf(key: EventKey, tag: string): number {
  return Number.parseInt(hmac(key, `mask ${tag}`).slice(0, CODE_HEX), 16);
}

const derived = new WeakMap<EventKey, Buffer>();

function hmac(key: EventKey, text: string): string {
  const own = derived.get(key) ?? deriveKey(key, "stanchion/false-queue", Buffer.alloc(0));
  derived.set(key, own);
  return createHmac("sha256", own).update(text).digest("hex");
}
