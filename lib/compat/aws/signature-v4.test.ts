import { expect, test } from "vitest";
import { isSignedWith, readSignature, type SignedRequest } from "./signature-v4";

const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const AT = "20150830T123600Z";
const AT_MS = Date.UTC(2015, 7, 30, 12, 36);
const CREDENTIAL = "AKIDEXAMPLEAKIDEXAMPLE/20150830/us-east-1/service/aws4_request";

const request = (more: Partial<SignedRequest> = {}): SignedRequest => ({
  ...{ method: "GET", path: "/", query: new URLSearchParams(), body: Buffer.alloc(0) },
  header: (name) => ({ host: "example.amazonaws.com", "x-amz-date": AT })[name] ?? null,
  ...more,
});

function isTaken(
  signature: string,
  asked: SignedRequest,
  nowMs = AT_MS,
  headers = "host;x-amz-date",
) {
  const text = `AWS4-HMAC-SHA256 Credential=${CREDENTIAL}, SignedHeaders=${headers}, Signature=${signature}`;
  const read = readSignature(text);
  if (read === null) throw new Error("It was not read.");
  return isSignedWith(SECRET, read, asked, nowMs);
}

/** Of the test suite that AWS has published for Signature Version 4. */
const VANILLA = "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31";
const ORDERED = "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500";
const POSTED = "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b";

test("takes what AWS signs", () => {
  const query = new URLSearchParams("Param2=value2&Param1=value1");
  expect(isTaken(VANILLA, request())).toBe(true);
  expect(isTaken(ORDERED, request({ query }))).toBe(true);
  expect(isTaken(POSTED, request({ method: "POST" }))).toBe(true);
});

test("refuses another request, time or secret", () => {
  expect(isTaken(VANILLA, request({ method: "POST" }))).toBe(false);
  expect(isTaken(VANILLA, request({ path: "/other" }))).toBe(false);
  expect(isTaken(VANILLA, request({ body: Buffer.from("{}") }))).toBe(false);
  expect(isTaken(VANILLA, request({ query: new URLSearchParams("a=b") }))).toBe(false);
  const elsewhere = (name: string) => ({ host: "other.example", "x-amz-date": AT })[name] ?? null;
  expect(isTaken(VANILLA, request({ header: elsewhere }))).toBe(false);
  expect(isTaken(VANILLA, request(), AT_MS + 301_000)).toBe(false);
  expect(isTaken(VANILLA, request(), AT_MS - 301_000)).toBe(false);
  expect(isTaken(VANILLA, request({ header: () => null }))).toBe(false);
  expect(isTaken(VANILLA, request(), AT_MS, "x-amz-date")).toBe(false);
});

test("reads no other header", () => {
  for (const other of [null, "", "Bearer stn_abc", "AWS4-HMAC-SHA256 Credential=a/b"])
    expect(readSignature(other)).toBeNull();
});
