import { BEYOND, type SourceLimit } from "@/lib/domain/join-limit/join-limit";

/** What joins are counted by, such as the address that they come from. */
export type Source = {
  /** 8 bytes of a keyed hash: Redis learns no address. */
  readonly key: Buffer;
  readonly limit: SourceLimit;
};

/** What a member of a join call is counted by, and what is known of it. Absent: nothing. */
export type Joiner = {
  readonly sources?: readonly Source[];
  /** It has solved a challenge: no limit holds it back. It counts like any other. */
  readonly isProven?: boolean;
  /** A byte: what counts against the place, a bit for each reason. */
  readonly marks?: number;
};

/** What every script takes that counts sources: see `sources.lua`. */
export const SOURCE_ARGUMENTS = { limits: "string", sources: "bytes" } as const;

const SOURCE_BYTES = 8;
const PROVEN = 128;
/** A byte says which limit is meant. */
const MOST_LIMITS = 255;
const NOBODY: SourceArguments = { limits: "", sources: Buffer.alloc(0) };

type SourceArguments = { readonly limits: string; readonly sources: Buffer };

/** The arguments for the members of a call, in their order. Nothing where no member is counted by anything. */
export function sourceArguments(joiners: readonly Joiner[]): SourceArguments {
  let length = 0;
  let isAny = false;
  for (const { sources = [], marks = 0 } of joiners) {
    length += 2 + (SOURCE_BYTES + 1) * sources.length;
    isAny ||= sources.length > 0 || marks > 0;
  }
  if (!isAny) return NOBODY;
  const bytes = Buffer.allocUnsafe(length);
  const places = new Map<string, number>();
  const placeOfLimit = new Map<SourceLimit, number>();
  let at = 0;
  for (const { sources = [], isProven = false, marks = 0 } of joiners) {
    bytes[at] = sources.length + (isProven ? PROVEN : 0);
    bytes[at + 1] = marks;
    at += 2;
    for (const { key, limit } of sources) {
      key.copy(bytes, at, 0, SOURCE_BYTES);
      const place = placeOfLimit.get(limit) ?? placeOf(places, limit);
      placeOfLimit.set(limit, place);
      bytes[at + SOURCE_BYTES] = place;
      at += SOURCE_BYTES + 1;
    }
  }
  return { limits: [...places.keys()].join(""), sources: bytes };
}

/** Members of a call share few limits, so that each source only says which it has. */
function placeOf(
  places: Map<string, number>,
  { perMinute, perRun, beyond = "challenge", mark = 0 }: SourceLimit,
): number {
  const text = `${whole(perMinute)}:${whole(perRun)}:${BEYOND.indexOf(beyond)}:${mark};`;
  const known = places.get(text);
  if (known !== undefined) return known;
  if (places.size >= MOST_LIMITS) throw new Error("A call has too many different limits.");
  places.set(text, places.size);
  return places.size - 1;
}

/** The line takes 0 for no limit. */
function whole(limit: number | null): number {
  return limit === null || !Number.isFinite(limit) ? 0 : limit;
}
