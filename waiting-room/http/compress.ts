import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip";

/** Above these the time of each page grows faster than it shrinks. */
const EACH_TIME = { br: 5, gzip: 6 } as const;

/**
 * How a text goes to a browser with this `Accept-Encoding`: as small as it takes it. Null where it
 * takes it only as it is.
 */
export function encodingOf(acceptEncoding: string | undefined): Encoding | null {
  const accepted = (acceptEncoding ?? "").split(",").map(nameOf);
  return (["br", "gzip"] as const).find((name) => accepted.includes(name)) ?? null;
}

/** The name of a coding; none of those that are refused by `;q=0`. */
function nameOf(coding: string): string {
  const [name = "", ...parameters] = coding.split(";").map((part) => part.trim().toLowerCase());
  return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? "" : name;
}

/** The bytes of a text in an encoding, as small as they get when they are kept. */
export function compress(bytes: Buffer, encoding: Encoding, isKept: boolean): Buffer {
  if (encoding === "gzip") return gzipSync(bytes, { level: isKept ? 9 : EACH_TIME.gzip });
  const quality = isKept ? constants.BROTLI_MAX_QUALITY : EACH_TIME.br;
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
