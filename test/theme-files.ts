import { brotliCompressSync, crc32, deflateSync } from "node:zlib";

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(8);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([chunk.subarray(0, 4), body, chunk.subarray(4)]);
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A whole PNG in one colour, `[red, green, blue]`; `extra` chunks stand before the pixels. */
export function makePng(
  width: number,
  height: number,
  colour: readonly [number, number, number] = [200, 30, 90],
  extra: readonly (readonly [string, Buffer])[] = [],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.from(colour))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk("IHDR", header),
    ...extra.map(([type, data]) => pngChunk(type, data)),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** By the numbers that WOFF2 has for them. */
const TABLES = { cmap: 0, head: 1, hhea: 2, hmtx: 3, maxp: 4, CFF: 13, fvar: 47 } as const;
type TableName = keyof typeof TABLES;

/** A WOFF2 file with these tables of a few bytes each: in order for whoever checks the file, no letters in it. */
export function makeFont(
  names: readonly TableName[] = ["cmap", "head", "hhea", "hmtx", "maxp", "CFF"],
  saysMore = 0,
): Buffer {
  const plain = Buffer.alloc(names.length * 10, "t");
  const packed = brotliCompressSync(plain);
  const directory = Buffer.from(
    names.flatMap((name, index) => [TABLES[name], index === 0 ? 10 + saysMore : 10]),
  );
  const header = Buffer.alloc(48);
  header.write("wOF2OTTO", "latin1");
  header.writeUInt32BE(header.length + directory.length + packed.length, 8);
  header.writeUInt16BE(names.length, 12);
  header.writeUInt32BE(plain.length, 16);
  header.writeUInt32BE(packed.length, 20);
  return Buffer.concat([header, directory, packed]);
}
