import { FAIRNESS_TAG, type FairnessReport, fairnessText } from "./report-file";

const { subtle } = globalThis.crypto;

export async function sha256Hex(text: string): Promise<string> {
  return [...(await sha256(text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function sha256(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** True when the holder of a public key (32 bytes in base64url) signed exactly this report; `signature` is hexadecimal. */
export async function isReportSignature(
  publicKey: string,
  report: FairnessReport,
  signature: string,
): Promise<boolean> {
  const raw = atob(publicKey.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(raw, (character) => character.charCodeAt(0));
  const key = await subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
  const tag = new TextEncoder().encode(FAIRNESS_TAG);
  const message = new Uint8Array([...tag, ...(await sha256(fairnessText(report)))]);
  const pairs = signature.match(/../g) ?? [];
  const signed = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
  return subtle.verify("Ed25519", key, signed, message);
}
