import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compress, encodingOf } from "./compress";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["GZIP;q=0.5", "gzip"],
  ["br;q=0, gzip;q=0.8", "gzip"],
  ["br;q=0.0", null],
  ["identity", null],
  ["", null],
  [undefined, null],
])("who accepts %j gets %j", (accepted, expected) => {
  expect(encodingOf(accepted)).toBe(expected);
});

test.each([true, false])("what was compressed is the same again (kept: %s)", (isKept) => {
  const bytes = Buffer.from("You are in line. ".repeat(500));
  const sent = { br: compress(bytes, "br", isKept), gzip: compress(bytes, "gzip", isKept) };
  expect(sent.br.length + sent.gzip.length).toBeLessThan(bytes.length / 10);
  expect(brotliDecompressSync(sent.br).equals(bytes)).toBe(true);
  expect(gunzipSync(sent.gzip).equals(bytes)).toBe(true);
});
