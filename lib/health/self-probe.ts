import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { deriveKey, type MasterKey } from "@/lib/secrets/seal";

/** Where a process tells its own installation how a request reached it. */
export const PROBE_PATH = "/health/hops";
export const PROBE_HEADER = "x-stanchion-probe";
export const PROOF_HEADER = "x-stanchion-proof";
/** Clocks of one installation may differ by so much. */
const VALID_MS = 60_000;
const ASKED = /^1\.(\d{1,16})\.([\w-]{22})\.([\w-]{43})$/;

type Key = Pick<MasterKey, "bytes">;

/** How a request arrived, as the process that answered it saw it. */
export type Arrival = {
  readonly program: string;
  /** How many addresses stood in X-Forwarded-For. */
  readonly hops: number;
  /** What the process takes for the address of the visitor. */
  readonly address: string;
  /** Whether the process takes the visitor's connection for one with TLS. */
  readonly isSecure: boolean;
};

/** The header that only somebody with the master key can make. */
export function askForArrival(master: Key, nowMs: number): string {
  const asked = `1.${Math.round(nowMs)}.${randomBytes(16).toString("base64url")}`;
  return `${asked}.${macOf(master, `ask ${asked}`)}`;
}

/**
 * The answer to a probe of this installation. Null for everybody else, who must not learn which proxies stand in front
 * and which address of theirs counts.
 */
export function answerProbe(
  masters: readonly Key[],
  header: string | undefined,
  nowMs: number,
  arrival: Arrival,
): { readonly body: string; readonly proof: string } | null {
  const [, askedAtMs = "0", , mac = ""] = ASKED.exec(header ?? "") ?? [];
  if (header === undefined || Math.abs(nowMs - Number(askedAtMs)) > VALID_MS) return null;
  const asked = header.slice(0, -mac.length - 1);
  const master = masters.find((key) => isSame(macOf(key, `ask ${asked}`), mac));
  if (master === undefined) return null;
  const body = JSON.stringify(arrival);
  return { body, proof: macOf(master, `answer ${asked} ${body}`) };
}

/** What was answered, if it comes from somebody who holds the same key; else null. */
export function readArrival(
  master: Key,
  header: string,
  answer: { readonly body: string; readonly proof: string },
): Arrival | null {
  const asked = header.slice(0, header.lastIndexOf("."));
  if (!isSame(macOf(master, `answer ${asked} ${answer.body}`), answer.proof)) return null;
  // Written by answerProbe, as the proof says.
  return JSON.parse(answer.body) as Arrival;
}

/** How many addresses stand in an X-Forwarded-For. */
export function countHops(forwardedFor: string | undefined): number {
  return (forwardedFor ?? "").split(",").filter((hop) => hop.trim() !== "").length;
}

function macOf(master: Key, text: string): string {
  const key = deriveKey(master, "stanchion/self-probe", Buffer.alloc(0));
  return createHmac("sha256", key).update(text).digest("base64url");
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
