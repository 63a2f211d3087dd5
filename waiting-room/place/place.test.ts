import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMasterKey } from "@/lib/secrets/seal";
import { createPlaceSealer, MOVES_MAX, type Place } from "./place";

const EVENT = { customerId: "shop", eventId: "sale", incarnation: null };
const masterKey = () => parseMasterKey(randomBytes(32).toString("base64url"));

const wide = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const small = fc.integer({ min: 0, max: 255 });
const admissionOf = (admittedAtMs: number, seatMs: number) => ({
  admittedAtMs,
  seatEndsAtMs: admittedAtMs + seatMs,
});
const PLACE: fc.Arbitrary<Place> = fc
  .record({
    runId: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    lane: small,
    number: wide,
    queueId: fc.oneof(fc.uuid(), fc.string({ unit: "grapheme", maxLength: 20 })),
    joinedAtMs: wide,
    seenAtMs: wide,
    wonInterval: fc.option(wide),
    drawIndex: fc.option(wide),
    moves: fc.integer({ min: 0, max: MOVES_MAX }),
    hasMoveCode: fc.boolean(),
    keyPrint: fc.option(
      fc
        .uint8Array({ minLength: 16, maxLength: 16 })
        .map((bytes) => Buffer.from(bytes).toString("base64url")),
    ),
    admission: fc.option(
      fc
        .record({
          admittedAtMs: fc.nat(2 ** 40),
          seatMs: fc.nat(),
          firstAdmittedAtMs: wide,
          renewals: small,
          returns: small,
          redirectType: fc.constantFrom("queue", "safetynet", "disabled", "afterevent", "bypass"),
          address: fc.option(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant(""))),
        })
        .map(({ seatMs, ...one }) => ({ ...one, ...admissionOf(one.admittedAtMs, seatMs) })),
    ),
  })
  // Check-ins end with the admission.
  .map((one) => (one.admission === null ? one : { ...one, seenAtMs: one.joinedAtMs }));

test("every place comes back as it was sealed", () => {
  const sealer = createPlaceSealer([masterKey()]);
  fc.assert(
    fc.property(PLACE, (place) => {
      expect(sealer.open(EVENT, sealer.seal(EVENT, place))).toMatchObject({ type: "place", place });
    }),
  );
});

const place: Place = {
  runId: 1,
  lane: 0,
  number: 7,
  queueId: "4b3f9b3c-5d0a-4b60-9a52-3a1f8d3d0f00",
  joinedAtMs: 1_763_730_000_000,
  seenAtMs: 1_763_730_000_000,
  wonInterval: null,
  drawIndex: null,
  moves: 0,
  hasMoveCode: false,
  keyPrint: null,
  admission: null,
};

test("an altered place opens nowhere, nor does one of another event", () => {
  const sealer = createPlaceSealer([masterKey()]);
  const text = sealer.seal(EVENT, place);
  expect(sealer.open(EVENT, text).type).toBe("place");
  for (const event of [
    { ...EVENT, eventId: "other" },
    { ...EVENT, customerId: "other" },
    { ...EVENT, customerId: "shops", eventId: "ale" },
    { ...EVENT, incarnation: "aB3_x9-Q00zz" },
  ]) {
    expect(sealer.open(event, text)).toEqual({ type: "forged" });
  }
  const bytes = Buffer.from(text, "base64url");
  for (let bit = 0; bit < 8 * bytes.length; bit += 1) {
    const altered = Buffer.from(bytes);
    altered.writeUInt8((bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7)), bit >> 3);
    expect(sealer.open(EVENT, altered.toString("base64url")).type).not.toBe("place");
  }
  for (const length of [0, 1, 28, 29, 48, text.length - 1]) {
    expect(sealer.open(EVENT, text.slice(0, length)).type).toBe("forged");
  }
});

test("a process opens what another one sealed, also with a key that only opens", () => {
  const [older, newer] = [masterKey(), masterKey()];
  const text = createPlaceSealer([older]).seal(EVENT, place);
  expect(createPlaceSealer([older]).open(EVENT, text).type).toBe("place");
  expect(createPlaceSealer([older]).open(EVENT, text)).toMatchObject({ isFormer: false });
  expect(createPlaceSealer([newer, older]).open(EVENT, text)).toMatchObject({ isFormer: true });
  expect(createPlaceSealer([newer]).open(EVENT, text)).toEqual({ type: "unknown-key" });
});

test.each([
  [5, "forged"],
  [6, "unknown-key"],
  [31, "unknown-key"],
  [32, "forged"],
  [255, "forged"],
  [3, "forged"],
  [0, "forged"],
])("a whole place of version %i is %s", (version, type) => {
  const sealer = createPlaceSealer([masterKey()]);
  const bytes = Buffer.from(sealer.seal(EVENT, place), "base64url");
  bytes.writeUInt8(version, 0);
  expect(sealer.open(EVENT, bytes.toString("base64url"))).toEqual({ type });
  expect(sealer.open(EVENT, bytes.toString("base64url", 0, 40)).type).toBe("forged");
});

test("a place with a key is of a version that processes of before keep, one without is not", () => {
  const sealer = createPlaceSealer([masterKey()]);
  const keyPrint = "AAAAAAAAAAAAAAAAAAAAAA";
  const versionOf = (one: Place) => Buffer.from(sealer.seal(EVENT, one), "base64url")[0];
  expect([versionOf(place), versionOf({ ...place, keyPrint })]).toEqual([4, 5]);
  const bytes = Buffer.from(sealer.seal(EVENT, { ...place, keyPrint }), "base64url");
  bytes.writeUInt8(4, 0);
  expect(sealer.open(EVENT, bytes.toString("base64url")).type).toBe("forged");
});

test("a place in another spelling of base64 is none", () => {
  const sealer = createPlaceSealer([masterKey()]);
  const text = createPlaceSealer([masterKey()]).seal(EVENT, place);
  expect(sealer.open(EVENT, text)).toEqual({ type: "unknown-key" });
  const own = sealer.seal(EVENT, place);
  const spelled = `${own.slice(0, 5)}.${own.slice(5)}`;
  expect(sealer.open(EVENT, spelled)).toEqual({ type: "forged" });
  expect(sealer.open(EVENT, own)).toMatchObject({ type: "place", place });
});

test("the longest place comes back, and one that would be longer is refused", () => {
  const sealer = createPlaceSealer([masterKey()]);
  const admission = {
    admittedAtMs: 1,
    firstAdmittedAtMs: 1,
    renewals: 0,
    returns: 0,
    seatEndsAtMs: 1_763_730_000_000,
    redirectType: "afterevent",
    address: "a".repeat(255),
  };
  const longest: Place = { ...place, queueId: `x${"é".repeat(127)}`, admission };
  const text = sealer.seal(EVENT, longest);
  expect(sealer.open(EVENT, text)).toMatchObject({ type: "place", place: longest });
  expect(sealer.open(EVENT, text + "A".repeat(4_000))).toEqual({ type: "forged" });
  for (const queueId of ["é".repeat(128), "a".repeat(2_000)]) {
    expect(() => sealer.seal(EVENT, { ...place, queueId })).toThrow(RangeError);
  }
});

test("nothing of a place that was opened before helps a text that is cut or odd", () => {
  const sealer = createPlaceSealer([masterKey()]);
  const text = sealer.seal(EVENT, place);
  const odd = fc.oneof(
    fc.nat(text.length - 1).map((length) => text.slice(0, length)),
    fc.string({ unit: "binary", maxLength: 1_400 }),
    fc.string({ maxLength: 20 }).map((more) => `${text.slice(0, -30)}${more}`),
  );
  fc.assert(
    fc.property(odd, (other) => {
      expect(sealer.open(EVENT, text).type).toBe("place");
      expect(sealer.open(EVENT, other).type).not.toBe("place");
    }),
  );
});
