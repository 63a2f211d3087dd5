import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type EnqueueTokenFields, makeEnqueueToken } from "@/connectors/src/core/enqueue-token";
import { enqueueTokenCrypto as crypto } from "@/lib/secrets/enqueue-token-crypto";
import {
  type EnqueueTokenExpectation,
  type EnqueueTokenReading,
  readEnqueueToken,
} from "./read-enqueue-token";

type Vector = {
  readonly id: string;
  readonly kind: string;
  readonly desc: string;
  readonly input: { readonly secret: string; readonly token: string };
  readonly expected:
    | { readonly valid: false }
    | {
        readonly valid?: undefined;
        readonly header: {
          readonly iss: number;
          readonly exp?: number;
          readonly ti: string;
          readonly c: string;
          readonly e?: string;
          readonly ip?: string;
          readonly xff?: string;
        };
        readonly payload: {
          readonly r?: number;
          readonly k?: string;
          readonly cd?: Readonly<Record<string, string>>;
          readonly o?: string;
        } | null;
      };
};

const file = readFileSync(new URL("../../../test/vectors/knownuser.json", import.meta.url), "utf8");
// The file is ours and fixed; the count below fails when its shape changes.
const { vectors } = JSON.parse(file) as { readonly vectors: readonly Vector[] };
const recorded = vectors.filter(({ kind }) => kind === "enqueueToken");

const SECRET = "the event's own secret";
const NOW_MS = 1_767_225_600_000;
const FIELDS: EnqueueTokenFields = {
  customerId: "acme",
  eventId: "sale",
  tokenIdentifier: "vip~a21d423a-43fd-4821-84fa-4390f6a2fd3e",
  issuedAtMs: NOW_MS - 1_000,
  expiresAtMs: NOW_MS + 240_000,
  ip: "203.0.113.9",
  xForwardedFor: "203.0.113.9,10.0.0.1",
  relativeQuality: 0.75,
  key: "user@example.com",
  customData: { color: "blue", größe: "mittel 😀" },
  origin: "InviteOnly",
};

const make = (changes: Partial<EnqueueTokenFields> = {}, secret = SECRET) =>
  makeEnqueueToken({ ...FIELDS, ...changes }, secret, crypto);
const read = (text: string, changes: Partial<EnqueueTokenExpectation> = {}) =>
  readEnqueueToken(text, {
    customerId: "acme",
    eventId: "sale",
    secrets: [SECRET],
    nowMs: NOW_MS,
    crypto,
    ...changes,
  });
const reasonOf = (reading: EnqueueTokenReading) => (reading.ok ? "ok" : reading.reason);

/** Signs any header and payload texts, as a broken or newer implementation might make them. */
function sign(header: unknown, payload: string | null = null): string {
  const keys = { secret: SECRET, tokenIdentifier: "t1" };
  const encrypted = payload === null ? "" : crypto.encryptBase64Url(payload, keys);
  const text = typeof header === "string" ? header : JSON.stringify(header);
  const signed = `${crypto.toBase64Url(text)}.${encrypted}`;
  return `${signed}.${crypto.sha256Base64Url(`${signed}${SECRET}`)}`;
}
const HEADER = { typ: "QT1", enc: "AES256", iss: NOW_MS, ti: "t1", c: "acme", e: "sale" };

const genuine = recorded.flatMap(({ id, desc, input, expected }) =>
  expected.valid === false ? [] : [{ id, desc, input, ...expected }],
);
const forged = recorded.filter(({ expected }) => expected.valid === false);

test("no vector is left out", () => {
  expect([genuine.length, forged.length]).toEqual([4, 2]);
});

test.each(forged)("$id $desc: is refused", ({ input }) => {
  const changes = { customerId: "testcust", eventId: "event1", secrets: [input.secret] };
  expect(read(input.token, changes)).toEqual({ ok: false, reason: "signature" });
});

test.each(genuine)(
  "$id $desc: is read like the public libraries do",
  ({ input, header, payload }) => {
    const reading = read(input.token, {
      customerId: header.c,
      eventId: header.e ?? "event1",
      secrets: [input.secret],
      nowMs: header.iss,
    });
    expect(reading).toEqual({
      ok: true,
      tokenIdentifier: header.ti,
      customerId: header.c,
      eventId: header.e ?? null,
      issuedAtMs: header.iss,
      expiresAtMs: header.exp ?? null,
      ip: header.ip ?? null,
      xForwardedFor: header.xff ?? null,
      relativeQuality: payload?.r ?? null,
      key: payload?.k ?? null,
      customData: payload?.cd ?? {},
      origin: payload?.o ?? null,
    });
  },
);

test.each(genuine)("$id $desc: is made byte for byte", ({ input, header, payload }) => {
  const made = makeEnqueueToken(
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
    crypto,
  );
  expect(made).toBe(input.token);
});

test("a token with any one of its characters changed is refused", () => {
  const token = make();
  for (let index = 0; index < token.length; index += 1) {
    for (const other of ["A", "B", "_", ".", "=", " ", "é", ""]) {
      if (token[index] === other) continue;
      const changed = token.slice(0, index) + other + token.slice(index + 1);
      expect(["malformed", "signature"]).toContain(reasonOf(read(changed)));
    }
  }
});

describe("a token is refused with a reason", () => {
  test.each<[string, string, Partial<EnqueueTokenExpectation>, string]>([
    ["good", make(), {}, "ok"],
    ["another secret", make({}, "other"), {}, "signature"],
    ["no secret known", make(), { secrets: [] }, "signature"],
    ["an empty secret", make(), { secrets: [""] }, "signature"],
    ["the older of two secrets", make(), { secrets: ["newer", SECRET] }, "ok"],
    ["another customer", make({ customerId: "other" }), {}, "customer"],
    ["a customer in capitals", make({ customerId: "ACME" }), {}, "ok"],
    ["another event", make({ eventId: "gala" }), {}, "event"],
    ["an event in capitals", make({ eventId: "Sale" }), {}, "ok"],
    ["no events", make({ eventId: undefined }), { eventId: "any" }, "ok"],
    ["expired", make({ expiresAtMs: NOW_MS - 1 }), {}, "expired"],
    ["expiring now", make({ expiresAtMs: NOW_MS }), {}, "ok"],
    ["never expiring", make({ expiresAtMs: undefined }), { nowMs: NOW_MS * 2 }, "ok"],
    ["a clock that is fast", make({ issuedAtMs: NOW_MS + 300_000 }), {}, "ok"],
    ["from the future", make({ issuedAtMs: NOW_MS + 300_001 }), {}, "not-yet-issued"],
    ["the same address", make(), { clientIp: "203.0.113.9" }, "ok"],
    ["another address", make(), { clientIp: "203.0.113.8" }, "ip"],
    ["no address of its own", make({ ip: undefined }), { clientIp: "203.0.113.8" }, "ok"],
    [
      "times in seconds",
      sign({ ...HEADER, iss: NOW_MS / 1_000, exp: NOW_MS / 1_000 + 60 }),
      {},
      "ok",
    ],
    ["expired, in seconds", sign({ ...HEADER, exp: NOW_MS / 1_000 - 1 }), {}, "expired"],
    ["another type", sign({ ...HEADER, typ: "QT2" }), {}, "unsupported"],
    ["another cipher", sign({ ...HEADER, enc: "none" }), {}, "unsupported"],
    ["no identifier", sign({ ...HEADER, ti: "" }), {}, "unsupported"],
    ["no time", sign({ ...HEADER, iss: undefined }), {}, "unsupported"],
    ["a time as text", sign({ ...HEADER, iss: "now" }), {}, "unsupported"],
    ["an expiry as text", sign({ ...HEADER, exp: "never" }), {}, "unsupported"],
    ["an event that is no text", sign({ ...HEADER, e: 5 }), {}, "unsupported"],
    ["a header that is a list", sign([]), {}, "unsupported"],
    ["a header that is no JSON", sign("{"), {}, "unsupported"],
    ["a payload that is no JSON", sign(HEADER, "{"), {}, "payload"],
    ["a payload that is a list", sign(HEADER, "[]"), {}, "payload"],
    ["a quality above 1", sign(HEADER, '{"r":1.01}'), {}, "payload"],
    ["a quality as text", sign(HEADER, '{"r":"1"}'), {}, "payload"],
    ["a key that is no text", sign(HEADER, '{"k":5}'), {}, "payload"],
    ["custom data as text", sign(HEADER, '{"cd":"x"}'), {}, "payload"],
    ["a payload for another identifier", sign({ ...HEADER, ti: "t2" }, '{"k":"x"}'), {}, "payload"],
    ["nothing", "", {}, "malformed"],
    ["two parts", make().slice(0, -44), {}, "malformed"],
    ["four parts", `${make()}.x`, {}, "malformed"],
    ["too long", make({ key: "x".repeat(4_096) }), {}, "malformed"],
  ])("%s", (_name, text, changes, reason) => {
    expect(reasonOf(read(text, changes))).toBe(reason);
  });

  test("signed with nothing", () => {
    const signed = `${crypto.toBase64Url(JSON.stringify(HEADER))}.`;
    const token = `${signed}.${crypto.sha256Base64Url(signed)}`;
    expect(reasonOf(read(token, { secrets: ["", SECRET] }))).toBe("signature");
  });

  test("a header that is no UTF-8", () => {
    const bytes = Buffer.from(JSON.stringify({ ...HEADER, ti: "\u00ff" }), "latin1");
    const signed = `${bytes.toString("base64url")}.`;
    const token = `${signed}.${crypto.sha256Base64Url(`${signed}${SECRET}`)}`;
    expect(reasonOf(read(token))).toBe("unsupported");
  });

  test("a payload that is not whole blocks of the cipher", () => {
    const signed = `${crypto.toBase64Url(JSON.stringify(HEADER))}.AAAA`;
    const token = `${signed}.${crypto.sha256Base64Url(`${signed}${SECRET}`)}`;
    expect(reasonOf(read(token))).toBe("payload");
  });
});

test.each([
  ['{"R":0.5,"K":"key","CD":{"a":"b"},"O":"Connector"}', 0.5, "key", { a: "b" }, "Connector"],
  ['{"r":null,"k":null,"cd":null,"o":null}', null, null, {}, null],
  ['{"r":0,"k":"","cd":[],"x":1}', 0, "", {}, null],
  ['{"cd":{"n":5,"yes":true,"none":null,"__proto__":"p"}}', null, null, null, null],
])(
  "the payload %s of other libraries is understood",
  (payload, relativeQuality, key, cd, origin) => {
    const odd = Object.fromEntries([
      ["n", "5"],
      ["yes", "true"],
      ["none", ""],
      ["__proto__", "p"],
    ]);
    const reading = read(sign(HEADER, payload));
    expect(reading).toMatchObject({ ok: true, relativeQuality, key, origin });
    expect(reading.ok && Object.entries(reading.customData)).toEqual(Object.entries(cd ?? odd));
  },
);

const text = fc.string({ unit: "grapheme", maxLength: 40 });
const wireId = fc.stringMatching(/^[a-z0-9]{3,20}$/);
const someTime = fc.integer({ min: 1_000_000_000_000, max: NOW_MS });

test("what was made is read as it was, and only with its secret", () => {
  const fields = fc.record({
    customerId: wireId,
    eventId: fc.option(wireId, { nil: undefined }),
    tokenIdentifier: fc.uuid(),
    issuedAtMs: someTime,
    expiresAtMs: fc.option(fc.constant(NOW_MS + 1), { nil: undefined }),
    relativeQuality: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    key: fc.option(text, { nil: undefined }),
    customData: fc.option(fc.dictionary(text, text, { maxKeys: 5, noNullPrototype: true }), {
      nil: undefined,
    }),
    origin: fc.option(text, { nil: undefined }),
  });
  fc.assert(
    fc.property(fields, fc.string({ minLength: 1 }), (made, secret) => {
      const token = makeEnqueueToken(made, secret, crypto);
      const expected = { customerId: made.customerId, eventId: made.eventId ?? "any" };
      expect(token).toMatch(/^[A-Za-z0-9._-]+$/);
      expect(read(token, { ...expected, secrets: [secret] })).toMatchObject({
        ok: true,
        tokenIdentifier: made.tokenIdentifier,
        eventId: made.eventId ?? null,
        issuedAtMs: made.issuedAtMs,
        expiresAtMs: made.expiresAtMs ?? null,
        relativeQuality: made.relativeQuality === undefined ? null : made.relativeQuality + 0,
        key: made.key ?? null,
        customData: made.customData ?? {},
        origin: made.origin ?? null,
      });
      expect(reasonOf(read(token, { ...expected, secrets: [`${secret}x`] }))).toBe("signature");
    }),
    { numRuns: 200 },
  );
});

test("no text makes reading throw", () => {
  const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
  const dotted = fc
    .array(fc.base64String(), { minLength: 2, maxLength: 4 })
    .map((all) => all.join("."));
  fc.assert(
    fc.property(fc.oneof(anyText, dotted), (garbage) => {
      expect(["malformed", "signature"]).toContain(reasonOf(read(garbage)));
    }),
  );
  fc.assert(
    fc.property(fc.json(), fc.json(), (header, payload) => {
      expect(reasonOf(read(sign(header, payload)))).toBe("unsupported");
      expect(["ok", "payload"]).toContain(reasonOf(read(sign(HEADER, payload))));
    }),
  );
});

test.each<[Partial<EnqueueTokenFields>, string]>([
  [{}, ""],
  [{ customerId: "" }, SECRET],
  [{ tokenIdentifier: "" }, SECRET],
  [{ relativeQuality: 1.1 }, SECRET],
  [{ relativeQuality: Number.NaN }, SECRET],
  [{ issuedAtMs: Number.NaN }, SECRET],
  [{ expiresAtMs: Number.POSITIVE_INFINITY }, SECRET],
])("a token that could not be used is not made: %j", (changes, secret) => {
  expect(() => make(changes, secret)).toThrow(RangeError);
});
