import { FileBytes } from "./bytes";

/** Where the compressed tables of a font are, and how long they are without compression. */
export type FontTables = { readonly at: number; readonly length: number; readonly plain: number };

export type ReadFont =
  | { readonly ok: true; readonly isVariable: boolean; readonly tables: FontTables }
  | { readonly ok: false; readonly reason: string };

/** Of all tables without compression: what a browser has to take in. */
export const FONT_PLAIN_BYTES_MAX = 2 * 1_024 * 1_024;

const HEADER_BYTES = 48;
const TABLES_MAX = 64;

/** The tables that WOFF2 knows by number, in its order. */
const KNOWN_TABLES =
  "cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill"
    .split(" ")
    .map((tag) => tag.replace("_", " "));
const OTHER_TABLE = 63;

const NEEDED = ["cmap", "head", "hhea", "hmtx", "maxp"];
const OUTLINES = ["glyf", "CFF ", "CFF2"];

/**
 * What a font is by its own bytes: a WOFF2 file of one font, as long as it says, with the tables that a browser needs.
 * Whoever has the bytes decompresses `tables` and compares: this function only reads.
 */
export function readFont(bytes: Uint8Array): ReadFont {
  const file = new FileBytes(bytes);
  if (file.text(0, 4) !== "wOF2") {
    return refuse("Not a WOFF2 font. Convert the font to WOFF2.");
  }
  if (file.text(4, 4) === "ttcf")
    return refuse("The file contains several fonts. Choose a file with one font.");
  const count = file.big(12, 2);
  const isHeaderSound = file.big(8, 4) === file.length && file.big(14, 2) === 0;
  if (!isHeaderSound || count === 0 || count > TABLES_MAX) return refuse(NOT_WHOLE);
  const directory = readDirectory(file, count);
  if (directory === null) return refuse(NOT_WHOLE);
  const length = file.big(20, 4);
  if (directory.end + length > file.length) return refuse(NOT_WHOLE);
  if (directory.plain > FONT_PLAIN_BYTES_MAX) {
    return refuse("The font is too large. Remove unused characters.");
  }
  const { tags } = directory;
  const missing = NEEDED.find((tag) => !tags.has(tag));
  if (missing !== undefined || !OUTLINES.some((tag) => tags.has(tag))) {
    return refuse(`The font has no table “${missing ?? "glyf"}”. Convert it again.`);
  }
  const tables = { at: directory.end, length, plain: directory.plain };
  return { ok: true, isVariable: tags.has("fvar"), tables };
}

const NOT_WHOLE = "The font is damaged. Convert it again.";

function refuse(reason: string): ReadFont {
  return { ok: false, reason };
}

type Directory = {
  readonly tags: ReadonlySet<string>;
  readonly plain: number;
  readonly end: number;
};

function readDirectory(file: FileBytes, count: number): Directory | null {
  const tags = new Set<string>();
  let plain = 0;
  let at = HEADER_BYTES;
  for (let index = 0; index < count; index += 1) {
    const table = readTable(file, at);
    if (table === null || tags.has(table.tag) || table.end > file.length) return null;
    tags.add(table.tag);
    plain += table.plain;
    at = table.end;
  }
  return { tags, plain, end: at };
}

type Table = { readonly tag: string; readonly plain: number; readonly end: number };

function readTable(file: FileBytes, start: number): Table | null {
  const flags = file.byte(start);
  const known = flags & 0x3f;
  const isOther = known === OTHER_TABLE;
  const tag = isOther ? file.text(start + 1, 4) : (KNOWN_TABLES[known] ?? "");
  const original = readBase128(file, start + (isOther ? 5 : 1));
  if (original === null) return null;
  const stored = isTransformed(tag, flags >> 6) ? readBase128(file, original.end) : original;
  return stored === null ? null : { tag, plain: stored.value, end: stored.end };
}

/** Outlines are transformed unless they say otherwise; all other tables only if they say so. */
function isTransformed(tag: string, version: number): boolean {
  return tag === "glyf" || tag === "loca" ? version !== 3 : version !== 0;
}

/** A number of at most five bytes of seven bits each; null for what is none. */
function readBase128(
  file: FileBytes,
  start: number,
): { readonly value: number; readonly end: number } | null {
  let value = 0;
  for (let index = 0; index < 5; index += 1) {
    const byte = file.byte(start + index);
    if (index === 0 && byte === 0x80) return null;
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) {
      return value > 0xffffffff ? null : { value, end: start + index + 1 };
    }
  }
  return null;
}
