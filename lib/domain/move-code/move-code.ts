import {
  READABLE_SYMBOLS,
  readReadable,
  writeReadable,
} from "@/lib/domain/readable-code/readable-code";

const SYMBOLS = 8;
const BASE = READABLE_SYMBOLS.length;
/** Bytes from here on are skipped, so that every symbol is equally likely. */
const FIRST_UNFAIR_BYTE = 256 - (256 % BASE);

/**
 * Makes a code with which another device takes a place: eight random symbols, 39 bits. `randomBytes` has to be a
 * cryptographic generator.
 */
export function makeMoveCode(randomBytes: (count: number) => Uint8Array): string {
  const symbols: number[] = [];
  while (symbols.length < SYMBOLS) {
    for (const byte of randomBytes(SYMBOLS)) {
      if (byte < FIRST_UNFAIR_BYTE && symbols.length < SYMBOLS) symbols.push(byte % BASE);
    }
  }
  return writeReadable(symbols);
}

/** The code that somebody typed, as `makeMoveCode` wrote it; null for what no code reads like. */
export function readMoveCode(typed: string): string | null {
  const symbols = readReadable(typed);
  if (typeof symbols === "string" || symbols.length !== SYMBOLS) return null;
  return writeReadable(symbols);
}

/**
 * The id under which the line keeps a code, so that whoever reads its storage does not hold the codes.
 *
 * @param keyedHash - a hash with the event's key: without a key so short a code is found by trying
 */
export function moveCodeId(
  {
    customerId,
    eventId,
    code,
  }: { readonly customerId: string; readonly eventId: string; readonly code: string },
  keyedHash: (text: string) => string,
): string {
  return keyedHash(`stanchion/move-code|${customerId}|${eventId}|${code}`);
}
