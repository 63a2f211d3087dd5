import { describe, expect, test } from "vitest";
import { makeFont, makePng } from "@/test/theme-files";
import { readFont } from "./read-font";
import { readImage } from "./read-image";

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) =>
      typeof part === "string" ? [...Buffer.from(part, "latin1")] : [...part],
    ),
  );
/** Start, a table, the frame with its size, and a scan to the end. */
const jpeg = (width: number, height: number, end: readonly number[] = [0xff, 0xd9]) =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc0, 0, 11, 8],
    [height >> 8, height & 255, width >> 8, width & 255, 1, 0, 0, 0],
    [0xff, 0xda, 0, 4, 0, 0, 1, 2, 3],
    end,
  );
const webp = (chunk: string, data: readonly number[]) => {
  const body = bytes("WEBP", chunk, [data.length, 0, 0, 0], data);
  return bytes("RIFF", [body.length, 0, 0, 0], [...body]);
};
const lossy = webp("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, 40, 0, 20, 0]);
const lossless = webp("VP8L", [0x2f, 39, 0xc0, 4, 0, 0, 0, 0, 0, 0]);
const extended = (flags: number) => webp("VP8X", [flags, 0, 0, 0, 39, 0, 0, 19, 0, 0]);

describe("an image is read to its end", () => {
  test.each([
    ["PNG", makePng(40, 20), "image/png"],
    ["JPEG", jpeg(40, 20), "image/jpeg"],
    ["WebP with loss", lossy, "image/webp"],
    ["WebP without loss", lossless, "image/webp"],
    ["extended WebP", extended(0), "image/webp"],
  ])("%s", (_name, file, contentType) => {
    expect(readImage(file)).toEqual({ ok: true, contentType, size: { width: 40, height: 20 } });
  });

  const png = makePng(40, 20);
  const twoHeaders = makePng(4, 4, [0, 0, 0], [["IHDR", Buffer.alloc(13)]]);
  const moving = makePng(4, 4, [0, 0, 0], [["acTL", Buffer.alloc(8)]]);
  const tooWide = Buffer.from(png);
  tooWide.writeUInt32BE(100_000, 16);
  test.each([
    ["is cut off", png.subarray(0, -1), "damaged"],
    ["has a page behind its end", Buffer.concat([png, Buffer.from("<script>")]), "damaged"],
    ["has two headers", twoHeaders, "damaged"],
    ["only begins like one", png.subarray(0, 30), "damaged"],
    ["Animated", moving, "Animated"],
    ["is larger than a screen", tooWide, "100000 × 20"],
    ["is a JPEG with something behind it", jpeg(4, 4, [0xff, 0xd9, 1]), "damaged"],
    [
      "is a JPEG without a frame",
      bytes([0xff, 0xd8, 0xff, 0xda, 0, 4, 0, 0, 1, 0xff, 0xd9]),
      "damaged",
    ],
    ["is a JPEG without pixels", jpeg(0, 4), "no pixels"],
    ["is a WebP that says another length", bytes([...lossy], [0]), "damaged"],
    ["is a WebP that moves", extended(2), "Animated"],
    ["is a GIF", bytes("GIF89a", [1, 0, 1, 0]), "Unsupported image"],
    ["is a page", bytes("<html>"), "Unsupported image"],
    ["is nothing", bytes(), "Unsupported image"],
  ])("one that %s is refused", (_what, file, reason) => {
    const read = readImage(file);
    expect(read.ok ? "taken" : read.reason).toContain(reason);
  });

  test("no bytes that are changed or missing make the reader fail", () => {
    for (const file of [png, jpeg(40, 20), lossy, lossless, extended(0)])
      for (let at = 0; at < file.length; at += 1) {
        const changed = Uint8Array.from(file);
        changed[at] = 255 - (changed[at] ?? 0);
        expect(typeof readImage(changed).ok).toBe("boolean");
        expect(typeof readImage(file.subarray(0, at)).ok).toBe("boolean");
      }
  });
});

describe("a font is read to its end", () => {
  test("with its tables, and whether it has all weights", () => {
    expect(readFont(makeFont())).toMatchObject({ ok: true, isVariable: false });
    const withAxes = makeFont(["cmap", "head", "hhea", "hmtx", "maxp", "CFF", "fvar"]);
    expect(readFont(withAxes)).toMatchObject({ ok: true, isVariable: true });
  });

  test.each([
    ["is another kind of font", bytes("\0\u0001\0\0", [0, 9]), "Not a WOFF2"],
    ["is an older kind", bytes("wOFF", [0, 9]), "Not a WOFF2"],
    ["is longer than it says", Buffer.concat([makeFont(), Buffer.of(0)]), "damaged"],
    ["is cut off", makeFont().subarray(0, -1), "damaged"],
    ["has no letters", makeFont(["cmap", "head", "hhea", "hmtx", "maxp"]), "glyf"],
    ["has no widths", makeFont(["cmap", "head", "hhea", "maxp", "CFF"]), "hmtx"],
    ["has a table twice", makeFont(["cmap", "cmap", "head", "hhea", "hmtx", "maxp"]), "damaged"],
  ])("one that %s is refused", (_what, file, reason) => {
    const read = readFont(file);
    expect(read.ok ? "taken" : read.reason).toContain(reason);
  });

  test("one that would be larger than it may be in the browser is refused", () => {
    const bomb = makeFont();
    // The length of the first table as four bytes of seven bits, instead of one byte.
    const large = Buffer.concat([
      bomb.subarray(0, 49),
      Buffer.of(0x8f, 0xff, 0xff, 0x7f),
      bomb.subarray(50),
    ]);
    large.writeUInt32BE(large.length, 8);
    const read = readFont(large);
    expect(read.ok ? "taken" : read.reason).toContain("too large");
  });
});
