import { createHash, createPrivateKey, createPublicKey, sign as signWith } from "node:crypto";
import type { Beacon } from "@/lib/domain/draw/beacon";
import {
  type Commitment,
  commitmentHash,
  createCommitment,
  signCommitment,
  versionOfDraw,
} from "@/lib/domain/draw/commitment";
import { drawKey } from "@/lib/domain/draw/draw-key";
import { createDrawOrder } from "@/lib/domain/draw/draw-order";
import type { DrawSource } from "@/lib/domain/draw/draw-source";
import { exclude, freezeExclusions } from "@/lib/domain/draw/exclusions";
import { freezeDraw, freezeText } from "@/lib/domain/draw/freeze";
import type { DrawGroup } from "@/lib/domain/draw/group";
import { type DrawRecord, keyOfDraw, publishDraw } from "@/lib/domain/draw/published-draw";
import { signGroup } from "@/lib/domain/draw/receipt";
import {
  type DrawVerification,
  verifyPublishedDraw,
} from "@/lib/domain/draw/verifier/verify-published-draw";

/** A number in [0, 1), as `Math.random` gives it. */
type Random = () => number;

const START_AT_MS = 1_800_000_000_000;
const PRE_QUEUE_MS = 900_000;
const LARGEST_GROUP = 256;
const LINE_FEED = 10;
const UNREADABLE = "receipt-unreadable";
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

export const sha256 = (bytes: Uint8Array): Uint8Array =>
  new Uint8Array(createHash("sha256").update(bytes).digest());

/** The key pair of an operator. */
export type Operator = {
  readonly sign: (bytes: Uint8Array) => Uint8Array;
  /** Raw, 32 bytes. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
};

/** A key pair that follows from `random` alone. */
export function createOperator(random: Random): Operator {
  const seed = Buffer.concat([PKCS8_HEAD, randomBytes(random, 32)]);
  const key = createPrivateKey({ key: seed, format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  return {
    sign: (bytes) => new Uint8Array(signWith(null, bytes, key)),
    publicKey: new Uint8Array(Buffer.from(x, "base64url")),
  };
}

/** A draw that was held by the rules, and what its visitors and pages kept. */
export type HeldDraw = {
  readonly record: DrawRecord;
  readonly file: string;
  /** Of the first joins, as many as were asked for, in the order of their indices. */
  readonly receipts: readonly string[];
  readonly keptFreeze: string;
};

/** What a draw may have beside its members. */
export type HeldRules = Pick<Commitment, "exclusion" | "lanes"> & {
  readonly isExcluded: (index: number) => boolean;
};

const PLAIN: HeldRules = { exclusion: null, lanes: null, isExcluded: () => false };

/** Holds the draw of `members` visitors who join over 15 minutes in groups of up to 256. */
export function holdDraw(input: {
  readonly operator: Operator;
  readonly random: Random;
  readonly members: number;
  readonly receipts: number;
  readonly rules?: HeldRules;
}): HeldDraw {
  const { operator, random, members, rules = PLAIN } = input;
  const { sign } = operator;
  const secret = randomBytes(random, 32);
  const { exclusion, lanes } = rules;
  const commitment = createCommitment({ ...promise(), exclusion, lanes, secret }, sha256);
  const draw = commitmentHash(commitment, sha256);
  const joinTimes = Array.from({ length: members }, () => Math.floor(random() * PRE_QUEUE_MS));
  joinTimes.sort((earlier, later) => earlier - later);
  const groups: DrawGroup[] = [];
  const receipts: string[] = [];
  for (let first = 0; first < members; ) {
    const count = Math.min(members - first, 1 + Math.floor(random() * LARGEST_GROUP));
    const joins = joinTimes.slice(first, first + count).map((afterMs, at) => ({
      queueId: `visitor-${first + at}`,
      joinedAtMs: START_AT_MS - PRE_QUEUE_MS + afterMs,
    }));
    const lane = lanes === null ? 0 : groups.length % lanes.length;
    const signed = signGroup({ draw, firstIndex: first + 1, joins, lane, hash: sha256, sign });
    groups.push(signed.group);
    receipts.push(...signed.receipts.slice(0, Math.max(0, input.receipts - receipts.length)));
    first += count;
  }
  const frozenAtMs = START_AT_MS + 3_050;
  const excluded = exclude(groups, rules.isExcluded);
  const frozen = { draw, groups, frozenAtMs, hash: sha256, sign };
  const isPlain = versionOfDraw(commitment) === 1;
  const freeze = freezeDraw(
    isPlain ? frozen : { ...frozen, excluded: freezeExclusions(excluded, secret, sha256) },
  );
  const record = {
    commitment,
    commitmentSignature: signCommitment(commitment, sign),
    groups,
    freeze,
    excluded,
    beacon: committedBeacon(commitment, random),
    secret,
  };
  const { text } = publishDraw(record, sha256, sign);
  return { record, file: text, receipts, keptFreeze: freezeText(freeze) };
}

/**
 * What a draw promises: `pValue` is the smaller Kolmogorov–Smirnov p-value of the places of the visitor
 * who joins first and of a bot that joins 1 ms after the opening, against uniform ones;
 * `receiptsVerified` how many receipts of a large draw the verifier confirms; `tamperedFound` the share
 * of single changed bytes, in file or receipts, that it finds or says it cannot read. The result follows from `random`.
 */
export async function simulateDraw(options: {
  readonly random: Random;
  readonly draws?: number;
  readonly membersOfDraw?: number;
  readonly membersVerified?: number;
  readonly receipts?: number;
  readonly changes?: number;
}): Promise<{ pValue: number; receiptsVerified: number; tamperedFound: number }> {
  const { random, draws = 2_000, membersOfDraw = 10_000 } = options;
  const { membersVerified = 100_000, receipts = 10_000, changes = 1_000 } = options;
  const places = Array.from({ length: draws }, () => drawTheEarly(random, membersOfDraw));
  const pValues = (["visitor", "bot"] as const).map((who) =>
    uniformityPValue(places.map((place) => (place[who] - 0.5) / membersOfDraw)),
  );
  return {
    pValue: Math.min(...pValues),
    receiptsVerified: await countVerified(random, membersVerified, receipts),
    tamperedFound: await shareFound(random, changes),
  };
}

function drawTheEarly(random: Random, members: number): { visitor: number; bot: number } {
  const customer = { customerId: "acme", eventId: "sale", runId: "run" };
  const beacon = randomBytes(random, 32);
  const key = drawKey(
    { secret: randomBytes(random, 32), size: members, beacon, ...customer },
    sha256,
  );
  const groups = [{ firstIndex: 1, count: members }];
  const { placeOf } = createDrawOrder({ groups, key, hash: sha256 });
  // The earliest of the other visitors, who come evenly over the pre-queue.
  const firstVisitorMs = PRE_QUEUE_MS * (1 - (1 - random()) ** (1 / (members - 1)));
  const [bot, visitor] = firstVisitorMs > 1 ? [1, 2] : [2, 1];
  return { visitor: placeOf(visitor) ?? 0, bot: placeOf(bot) ?? 0 };
}

async function countVerified(random: Random, members: number, receipts: number): Promise<number> {
  const operator = createOperator(random);
  const held = holdDraw({ operator, random, members, receipts });
  const { record, keptFreeze } = held;
  const result = await verifyPublishedDraw({
    file: new TextEncoder().encode(held.file),
    publicKey: operator.publicKey,
    receipts: [keptFreeze, ...held.receipts],
    beaconValue: valueOfBeacon(record.beacon),
  });
  if (result.verdict !== "provable") return 0;
  const key = keyOfDraw(record, sha256);
  const order = createDrawOrder({ groups: record.groups, key, hash: sha256 });
  return result.places.filter(({ index, place }) => order.placeOf(index) === place).length;
}

async function shareFound(random: Random, changes: number): Promise<number> {
  const operator = createOperator(random);
  const held = holdDraw({ operator, random, members: 300, receipts: 10 });
  const file = new TextEncoder().encode(held.file);
  const lines = new TextEncoder().encode(`${[held.keptFreeze, ...held.receipts].join("\n")}\n`);
  const unchanged = await judge(operator, file, lines);
  if (unchanged.some(({ weight }) => weight !== "open")) return 0;
  let found = 0;
  for (let change = 0; change < changes; change += 1) {
    const isInFile = random() < 0.5;
    const findings = isInFile
      ? await judge(operator, changeOneByte(file, random), lines)
      : await judge(operator, file, changeOneByte(lines, random));
    if (findings.some(({ weight, code }) => weight === "tampered" || code === UNREADABLE))
      found += 1;
  }
  return found / changes;
}

async function judge(
  operator: Operator,
  file: Uint8Array<ArrayBuffer>,
  lines: Uint8Array<ArrayBuffer>,
): Promise<DrawVerification["findings"]> {
  const receipts = new TextDecoder().decode(lines).split("\n");
  const { publicKey } = operator;
  const result = await verifyPublishedDraw({ file, publicKey, receipts, beaconValue: null });
  return result.findings;
}

/** Blanks between receipts mean nothing: such a change is none. */
function changeOneByte(bytes: Uint8Array<ArrayBuffer>, random: Random): Uint8Array<ArrayBuffer> {
  const at = Math.floor(random() * bytes.length);
  if (bytes[at] === LINE_FEED) return changeOneByte(bytes, random);
  const difference = 1 + Math.floor(random() * 255);
  return bytes.map((byte, place) => (place === at ? byte ^ difference : byte));
}

/** The p-value of the one-sample Kolmogorov–Smirnov test against even values in (0, 1). */
export function uniformityPValue(values: readonly number[]): number {
  const count = values.length;
  const distance = values
    .toSorted((low, high) => low - high)
    .reduce((most, value, at) => Math.max(most, value - at / count, (at + 1) / count - value), 0);
  const scaled = (Math.sqrt(count) + 0.12 + 0.11 / Math.sqrt(count)) * distance;
  if (scaled < 0.2) return 1;
  let sum = 0;
  for (let term = 1; term <= 100; term += 1) {
    sum += (term % 2 === 1 ? 2 : -2) * Math.exp(-2 * (term * scaled) ** 2);
  }
  return Math.min(1, Math.max(0, sum));
}

function promise(): Omit<Commitment, "secretHash" | "exclusion" | "lanes"> {
  const round = 1_000;
  const source: DrawSource = {
    type: "http-beacon",
    urls: [`https://beacon.example/public/${round}`, `https://mirror.example/public/${round}`],
    field: "randomness",
    round,
    roundAtMs: START_AT_MS + 9_000,
  };
  return { customerId: "acme", eventId: "sale", runId: "run1", startAtMs: START_AT_MS, source };
}

function committedBeacon({ source }: Commitment, random: Random): Beacon {
  if (source.type !== "http-beacon") return { type: "none" };
  return {
    type: source.type,
    url: source.urls[0] ?? "",
    round: source.round,
    value: Buffer.from(randomBytes(random, 32)).toString("hex"),
    receivedAtMs: source.roundAtMs + 400,
  };
}

function valueOfBeacon(beacon: Beacon): string | null {
  return beacon.type === "none" ? null : beacon.value;
}

function randomBytes(random: Random, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
}
