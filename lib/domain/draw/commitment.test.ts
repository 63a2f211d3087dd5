import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { toHex } from "./bytes";
import {
  commitmentHash,
  commitmentSchema,
  commitmentText,
  createCommitment,
  signCommitment,
} from "./commitment";
import type { DrawSource } from "./draw-source";

const hash = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
const START_AT_MS = 1_800_000_000_000;
const BEACON = {
  type: "http-beacon",
  urls: ["https://api.drand.sh/chain/public/42", "https://drand.cloudflare.com/chain/public/42"],
  field: "randomness",
  round: 42,
  roundAtMs: START_AT_MS + 9_000,
} as const satisfies DrawSource;
const commitTo = (source: object, change: object = {}) =>
  createCommitment(
    {
      customerId: "acme",
      eventId: "sale",
      runId: "run1",
      startAtMs: START_AT_MS,
      source: source as DrawSource,
      secret: new Uint8Array(32),
      ...change,
    },
    hash,
  );

test("has exactly one text, whatever the order of its fields", () => {
  const commitment = commitTo(BEACON);
  const text =
    '{"v":1,"customerId":"acme","eventId":"sale","runId":"run1",' +
    '"secretHash":"66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",' +
    '"rule":"swap-or-not-90","startAtMs":1800000000000,"source":{"type":"http-beacon",' +
    '"urls":["https://api.drand.sh/chain/public/42","https://drand.cloudflare.com/chain/public/42"],' +
    '"field":"randomness","round":42,"roundAtMs":1800000009000}}';
  const turned = Object.fromEntries(Object.entries(commitment).toReversed());
  expect(commitmentText(commitment)).toBe(text);
  expect(commitmentText(commitmentSchema.parse(turned))).toBe(text);
  expect(toHex(commitmentHash(commitment, hash))).toBe(toHex(hash(Buffer.from(text))));
  const signed = signCommitment(commitment, (bytes) => bytes);
  expect(Buffer.from(signed).toString()).toBe(`stanchion/draw/commitment/1\n${text}`);
});

test("the sources without a beacon have their own texts", () => {
  const typed = commitTo({ type: "typed", name: "lottery of 1 May" });
  expect(commitmentText(typed)).toMatch(/"source":\{"type":"typed","name":"lottery of 1 May"\}\}$/);
  expect(commitmentText(commitTo({ type: "none" }))).toMatch(/"source":\{"type":"none"\}\}$/);
});

test.each([
  ["a round within six seconds of the start", { ...BEACON, roundAtMs: START_AT_MS + 6_000 }],
  [
    "addresses of two beacons",
    { ...BEACON, urls: ["https://a.example/42", "https://b.example/x/42"] },
  ],
  ["an address of another round", { ...BEACON, urls: ["https://a.example/public/421"] }],
  ["an address that is none", { ...BEACON, urls: ["api.drand.sh/42"] }],
  ["no address", { ...BEACON, urls: [] }],
  ["a nameless typed source", { type: "typed", name: "" }],
  ["an unknown source", { type: "dice" }],
])("refuses %s", (_, source) => {
  expect(() => commitTo(source)).toThrow();
});

test("refuses ids that are none and a secret of another length", () => {
  expect(() => commitTo(BEACON, { customerId: "Acme" })).toThrow();
  expect(() => commitTo(BEACON, { runId: "run/1" })).toThrow();
  expect(() => commitTo(BEACON, { secret: new Uint8Array(31) })).toThrow("32 bytes");
});
