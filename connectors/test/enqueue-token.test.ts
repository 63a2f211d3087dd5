import { createDecipheriv, createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mintEnqueueToken } from "../src/adapters/enqueue-token/index.ts";
import { nodeCrypto } from "../src/adapters/enqueue-token/node-crypto.ts";
import { makeEnqueueToken } from "../src/core/enqueue-token.ts";

interface Header {
  readonly iss: number;
  readonly exp?: number;
  readonly ti: string;
  readonly c: string;
  readonly e?: string;
  readonly ip?: string;
  readonly xff?: string;
}
interface Vector {
  readonly id: string;
  readonly kind: string;
  readonly input: { readonly secret: string; readonly token: string };
  readonly expected: {
    readonly valid?: false;
    readonly header: Header;
    readonly payload: {
      readonly r?: number;
      readonly k?: string;
      readonly cd?: Readonly<Record<string, string>>;
      readonly o?: string;
    } | null;
  };
}

const file = readFileSync(new URL("../../test/vectors/knownuser.json", import.meta.url), "utf8");
// The file is ours and fixed; the counts below fail when its shape changes.
const { vectors } = JSON.parse(file) as { readonly vectors: readonly Vector[] };
const recorded = vectors.filter(({ kind }) => kind === "enqueueToken");
const genuine = recorded.filter(({ expected }) => expected.valid !== false);
const forged = recorded.filter(({ expected }) => expected.valid === false);

test("no vector is left out", () => {
  expect([genuine.length, forged.length]).toEqual([4, 2]);
});

test.each(genuine)("$id is made character for character", ({ input, expected }) => {
  const { header, payload } = expected;
  const token = makeEnqueueToken(
    {
      customerId: header.c,
      eventId: header.e,
      tokenIdentifier: header.ti,
      issuedAtMs: header.iss,
      expiresAtMs: header.exp,
      ip: header.ip,
      xForwardedFor: header.xff,
      relativeQuality: payload?.r,
      key: payload?.k,
      customData: payload?.cd,
      origin: payload?.o,
    },
    input.secret,
    nodeCrypto,
  );
  expect(token).toBe(input.token);
});

test.each(forged)("$id is what nobody with that secret makes", ({ input }) => {
  const [header = "", payload = "", signature] = input.token.split(".");
  const signed = createHash("sha256").update(`${header}.${payload}${input.secret}`);
  expect(signature).not.toBe(signed.digest("base64url"));
});

test("every token has an identifier of its own, and says when it was made", () => {
  const secret = "the event's own secret";
  const fields = { customerId: "acme", eventId: "sale", key: "user@example.com" };
  const before = Date.now();
  const headers = [1, 2].map(() => {
    const [header = "", payload = ""] = mintEnqueueToken(fields, secret).split(".");
    const read = JSON.parse(Buffer.from(header, "base64url").toString());
    const key = createHash("sha256").update(secret).digest();
    const vector = createHash("md5").update(read.ti).digest();
    const decipher = createDecipheriv("aes-256-cbc", key, vector);
    const opened = Buffer.concat([decipher.update(payload, "base64url"), decipher.final()]);
    expect(JSON.parse(opened.toString())).toEqual({ k: "user@example.com" });
    return read;
  });
  expect(headers[0].ti).not.toBe(headers[1].ti);
  expect(headers[0].iss).toBeGreaterThanOrEqual(before);
});

test("a token without a secret is not made", () => {
  expect(() => mintEnqueueToken({ customerId: "acme" }, "")).toThrow(RangeError);
});

const NOW_S = Math.floor(Date.now() / 1_000);
const HOUR_MS = 3_600_000;

test.each([
  ["customerId", { customerId: "" }],
  ["expiresAtMs", { expiresAtMs: NOW_S + 3_600 }],
  ["expiresAtMs", { expiresAtMs: Date.now() - 1_000 }],
  ["expiresAtMs", { expiresAtMs: 0 }],
  ["expiresAtMs", { expiresAtMs: Number.NaN }],
  ["issuedAtMs", { issuedAtMs: NOW_S }],
  ["issuedAtMs", { issuedAtMs: -1 }],
  ["relativeQuality", { relativeQuality: 2 }],
  ["relativeQuality", { relativeQuality: Number.NaN }],
  ["tokenIdentifier", { tokenIdentifier: "" }],
  ["key", { key: "k".repeat(4_000) }],
  ["customData", { customData: { text: "x".repeat(4_000) }, key: "k" }],
  ["xForwardedFor", { xForwardedFor: "203.0.113.9, ".repeat(400) }],
])("a token that nobody would ever take is not made: %s %#", (field, changes) => {
  const fields = { customerId: "acme", eventId: "sale", ...changes };
  expect(() => mintEnqueueToken(fields, "secret")).toThrow(RangeError);
  expect(() => mintEnqueueToken(fields, "secret")).toThrow(field);
});

test("a key of another type, as a program without types may give, is named", () => {
  const fields = JSON.parse('{ "customerId": "acme", "key": 17 }');
  expect(() => mintEnqueueToken(fields, "secret")).toThrow("key has to be a text");
});

test("what can be taken is made up to the longest that is read", () => {
  const expiresAtMs = Date.now() + HOUR_MS;
  const lengths = Array.from({ length: 3_000 }, (_, length) => length);
  const longest = lengths.reverse().find((length) => {
    try {
      mintEnqueueToken({ customerId: "acme", expiresAtMs, key: "k".repeat(length) }, "secret");
      return true;
    } catch {
      return false;
    }
  });
  const token = mintEnqueueToken(
    { customerId: "acme", expiresAtMs, key: "k".repeat(longest ?? 0) },
    "secret",
  );
  expect(token.length).toBeGreaterThan(4_050);
  expect(token.length).toBeLessThanOrEqual(4_096);
});
