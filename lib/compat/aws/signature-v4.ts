import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** A request as its signature covers it. */
export type SignedRequest = {
  readonly method: string;
  /** From the root of the host. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | null;
  readonly body: Uint8Array;
};

type Signature = {
  readonly accessKeyId: string;
  /** `date/region/service/aws4_request`. */
  readonly scope: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
};

const ALGORITHM = "AWS4-HMAC-SHA256";
const FORM =
  /^AWS4-HMAC-SHA256 +Credential=(\w{16,128})\/(\d{8}\/[\w-]{1,40}\/[\w-]{1,40}\/aws4_request), *SignedHeaders=([\w;-]{1,500}), *Signature=([0-9a-f]{64})$/;
const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
/** As AWS takes it. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** Reads an `Authorization` header; null for one of another kind. */
export function readSignature(authorization: string | null): Signature | null {
  const [, accessKeyId, scope, headers, signature] = FORM.exec(authorization ?? "") ?? [];
  if (!accessKeyId || !scope || !headers || !signature) return null;
  return { accessKeyId, scope, signedHeaders: headers.split(";"), signature };
}

/**
 * True where the holder of the secret has signed exactly this request within the last five minutes (Signature Version 4). The host
 * has to be signed, and the body always is.
 */
export function isSignedWith(
  secret: string,
  { scope, signedHeaders, signature }: Signature,
  request: SignedRequest,
  nowMs: number,
): boolean {
  const date = request.header("x-amz-date") ?? "";
  const atMs = timeOf(date);
  if (!(Math.abs(nowMs - atMs) <= CLOCKS_DIFFER_MS)) return false;
  if (!scope.startsWith(`${date.slice(0, 8)}/`) || !signedHeaders.includes("host")) return false;
  const canonical = canonicalRequest(request, signedHeaders);
  const text = [ALGORITHM, date, scope, sha256(canonical)].join("\n");
  const key = scope
    .split("/")
    .reduce<string | Buffer>((held, part) => hmac(held, part), `AWS4${secret}`);
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, "hex"));
}

/** Not a number for what is no time. */
function timeOf(text: string): number {
  const [, year, month, day, hour, minute, second] = (DATE.exec(text) ?? []).map(Number);
  return Date.UTC(year ?? Number.NaN, (month ?? 0) - 1, day, hour, minute, second);
}

function canonicalRequest(
  { method, path, query, header, body }: SignedRequest,
  signedHeaders: readonly string[],
): string {
  const pairs = [...query].map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  const headers = signedHeaders.map(
    (name) => `${name}:${(header(name) ?? "").trim().replace(/ +/g, " ")}\n`,
  );
  return [
    ...[method, path, pairs.sort().join("&"), headers.join("")],
    ...[signedHeaders.join(";"), sha256(body)],
  ].join("\n");
}

/** As RFC 3986 has it. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
