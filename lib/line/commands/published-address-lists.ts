import { createHash } from "node:crypto";
import { publishedListsKey } from "../keys";
import type { Redis } from "../redis-client";

/** A larger list is written and read in pieces, so that no call holds Redis up. */
const PIECE_BYTES = 256 * 1_024;

/** By the key of a list, which bytes it has: small enough to be read with the customer. */
export type AddressListIndex = Readonly<Record<string, PublishedList>>;

export type PublishedList = PublishedListRef & {
  /** Whoever is in it has a mark for it. */
  readonly counts?: boolean;
};

/** Bytes of a list: SHA-256 in hexadecimal, and how many they are. */
export type PublishedListRef = { readonly hash: string; readonly bytes: number };

const fieldOf = (hash: string, piece: number) => `${hash}:${piece}`;

function piecesOf({ hash, bytes }: PublishedListRef): readonly string[] {
  const count = Math.ceil(bytes / PIECE_BYTES);
  return Array.from({ length: count }, (_, piece) => fieldOf(hash, piece));
}

export function hashOfList(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The hashes of all lists whose every piece is in Redis. */
export async function publishedLists(
  redis: Redis,
  customerId: string,
  wanted: readonly PublishedListRef[],
): Promise<ReadonlySet<string>> {
  const present = new Set(await redis.hkeys(publishedListsKey(customerId)));
  const whole = wanted.filter((ref) => piecesOf(ref).every((field) => present.has(field)));
  return new Set(whole.map(({ hash }) => hash));
}

/** Writes the bytes of a list. Nobody reads them before the customer's index names them. */
export async function writePublishedList(
  redis: Redis,
  customerId: string,
  bytes: Uint8Array,
): Promise<void> {
  const hash = hashOfList(bytes);
  for (let at = 0, piece = 0; at < bytes.length; at += PIECE_BYTES, piece += 1) {
    const part = Buffer.from(bytes.subarray(at, at + PIECE_BYTES));
    await redis.hset(publishedListsKey(customerId), fieldOf(hash, piece), part);
  }
}

/** Removes every list but these. */
export async function removeOtherLists(
  redis: Redis,
  customerId: string,
  kept: readonly PublishedListRef[],
): Promise<void> {
  const key = publishedListsKey(customerId);
  const fields = new Set(kept.flatMap(piecesOf));
  const others = (await redis.hkeys(key)).filter((field) => !fields.has(field));
  if (others.length > 0) await redis.hdel(key, ...others);
}

/** The bytes of a list; null where they are not there whole. */
export async function readPublishedList(
  redis: Redis,
  customerId: string,
  ref: PublishedListRef,
): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  for (const field of piecesOf(ref)) {
    const piece = await redis.hgetBuffer(publishedListsKey(customerId), field);
    if (piece === null) return null;
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  return hashOfList(bytes) === ref.hash ? bytes : null;
}
