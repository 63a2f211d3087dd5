import { z } from "zod";
import { isOneAddress } from "@/lib/domain/fields";
import { parseUrl } from "@/lib/domain/parse-url";
import { isWireId } from "@/lib/domain/wire-id";
import { concatBytes, HASH_BYTES, type Hash, type Sign, textBytes, toHex } from "./bytes";
import type { DrawSource } from "./draw-source";
import { ROUND_AFTER_START_MS } from "./timing";

const SHUFFLE_RULE = "swap-or-not-90";
/** How places of lanes and of excluded members follow from the same shuffle. */
const LANES_RULE = "lanes-swap-or-not-90";
const COMMITMENT_TAG = { 1: "stanchion/draw/commitment/1\n", 2: "stanchion/draw/commitment/2\n" };
const LARGEST_WEIGHT = 10_000;
const MOST_LANES = 8;

const wireId = z.string().refine(isWireId, "Enter a valid ID.");
const timeMs = z.int("Enter a time.").min(0, "Enter a time.");
const ROUND_REASON = "Enter a whole number from 1.";

const httpBeaconSchema = z
  .strictObject({
    type: z.literal("http-beacon"),
    urls: z
      .array(
        z
          .url({ protocol: /^https?$/, error: "Enter a full URL." })
          .max(300)
          .refine(isOneAddress, "Enter a full URL without spaces."),
      )
      .min(1, "Enter at least one URL.")
      .max(8, "At most eight URLs."),
    field: z
      .string()
      .regex(
        /^\w{1,40}(\.\w{1,40}){0,3}$/,
        "Enter a field such as randomness or pulse.outputValue.",
      ),
    round: z.int(ROUND_REASON).min(1, ROUND_REASON),
    roundAtMs: timeMs,
  })
  .refine(({ urls }) => new Set(urls.map(withoutHost)).size === 1, {
    path: ["urls"],
    message: "Beacon URLs may differ only in their host.",
  })
  .refine(({ urls, round }) => urls.every((url) => namesRound(url, round)), {
    path: ["urls"],
    message: "Beacon URLs must have the round in their path.",
  });

/** Where a draw may get its randomness from, as operators set it and commitments name it. */
export const drawSourceSchema = z.discriminatedUnion("type", [
  httpBeaconSchema,
  z.strictObject({ type: z.literal("typed"), name: z.string().min(1, "Enter a source.").max(200) }),
  z.strictObject({ type: z.literal("none") }),
]) satisfies z.ZodType<DrawSource>;

/** What becomes at the draw of places whose score is high. */
export const drawExclusionSchema = z.strictObject({
  /** `last`: drawn behind all others. `drop`: they have no place. */
  action: z.enum(["last", "drop"]),
  /** From 1 to 100: this score or more. */
  fromScore: z.int().min(1).max(100),
});

export type DrawExclusion = z.infer<typeof drawExclusionSchema>;

const drawLaneSchema = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9-]{0,19}$/),
  /** A member with twice the weight is twice as likely to have the next place. */
  weight: z.int().min(1).max(LARGEST_WEIGHT),
});

/** A lane of a lottery. */
export type DrawLane = z.infer<typeof drawLaneSchema>;

/** What is promised before the first join. `commitmentText` is its one exact form. */
export const commitmentSchema = z
  .strictObject({
    customerId: wireId,
    eventId: wireId,
    runId: z.string().regex(/^[\w-]{1,64}$/),
    /** SHA-256 of the secret, hexadecimal. */
    secretHash: z.string().regex(/^[0-9a-f]{64}$/),
    startAtMs: timeMs,
    source: drawSourceSchema,
    /** Null where everybody takes part alike. */
    exclusion: drawExclusionSchema.nullable().default(null),
    /** The lanes of a lottery, whose members have chances of their own; null where all have the same. */
    lanes: z.array(drawLaneSchema).min(2).max(MOST_LANES).nullable().default(null),
  })
  .refine(({ source, startAtMs }) => isRoundLateEnough(source, startAtMs), {
    path: ["source"],
    message: "The round must be more than six seconds after the start.",
  });

export type Commitment = z.infer<typeof commitmentSchema>;

/**
 * The version in which a draw is promised, frozen and published: 2 where it excludes or has lanes. A plain draw
 * is of version 1, which every verifier knows.
 */
export function versionOfDraw({
  exclusion,
  lanes,
}: Pick<Commitment, "exclusion" | "lanes">): 1 | 2 {
  return exclusion === null && lanes === null ? 1 : 2;
}

/** True where the freeze can be seen before the round exists. */
export function isRoundLateEnough(source: DrawSource, startAtMs: number): boolean {
  return source.type !== "http-beacon" || source.roundAtMs > startAtMs + ROUND_AFTER_START_MS;
}

/** Promises a draw; throws for ids, addresses or times that verifiers would refuse. */
export function createCommitment(
  input: Omit<z.input<typeof commitmentSchema>, "secretHash"> & { readonly secret: Uint8Array },
  hash: Hash,
): Commitment {
  const { secret, ...rest } = input;
  if (secret.length !== HASH_BYTES) throw new RangeError("The secret of a draw has 32 bytes.");
  return commitmentSchema.parse({ ...rest, secretHash: toHex(hash(secret)) });
}

/** The commitment as published: JSON without spaces, fields in this order, UTF-8. */
export function commitmentText(commitment: Commitment): string {
  const { customerId, eventId, runId, secretHash, startAtMs, source, exclusion, lanes } =
    commitment;
  const v = versionOfDraw(commitment);
  return JSON.stringify({
    v,
    customerId,
    eventId,
    runId,
    secretHash,
    rule: v === 1 ? SHUFFLE_RULE : LANES_RULE,
    startAtMs,
    source: orderedSource(source),
    ...(v === 1 ? {} : { exclusion: exclusion && orderedExclusion(exclusion) }),
    ...(v === 1 ? {} : { lanes: lanes?.map(({ key, weight }) => ({ key, weight })) ?? null }),
  });
}

/** SHA-256 of the published text: it names the draw in receipts and in the freeze. */
export function commitmentHash(commitment: Commitment, hash: Hash): Uint8Array {
  return hash(textBytes(commitmentText(commitment)));
}

/** The operator's signature of the published text, 64 bytes. */
export function signCommitment(commitment: Commitment, sign: Sign): Uint8Array {
  const tag = COMMITMENT_TAG[versionOfDraw(commitment)];
  return sign(concatBytes(textBytes(tag), textBytes(commitmentText(commitment))));
}

function orderedSource(source: DrawSource): DrawSource {
  switch (source.type) {
    case "http-beacon": {
      const { type, urls, field, round, roundAtMs } = source;
      return { type, urls, field, round, roundAtMs };
    }
    case "typed":
      return { type: source.type, name: source.name };
    case "none":
      return { type: source.type };
  }
}

function orderedExclusion({ action, fromScore }: DrawExclusion): DrawExclusion {
  return { action, fromScore };
}

/** The same for all that is no address: each of these is refused by itself. */
function withoutHost(url: string): string {
  const { pathname, search } = parseUrl(url) ?? { pathname: "", search: "" };
  return pathname + search;
}

function namesRound(url: string, round: number): boolean {
  return parseUrl(url)?.pathname.split("/").includes(String(round)) === true;
}
