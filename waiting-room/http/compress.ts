import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export type Encoding = "br" | "gzip";

/** Higher levels cost more time than they save bytes. */
const EACH_TIME = { br: 5, gzip: 6 } as const;

/** The best encoding that this `Accept-Encoding` allows; null for none. */
export function encodingOf(acceptEncoding: string | undefined): Encoding | null {
  const accepted = (acceptEncoding ?? "").split(",").map(nameOf);
  return (["br", "gzip"] as const).find((name) => accepted.includes(name)) ?? null;
}

/** The name of a coding; "" for one that `;q=0` refuses. */
function nameOf(coding: string): string {
  const [name = "", ...parameters] = coding.split(";").map((part) => part.trim().toLowerCase());
  return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? "" : name;
}

/** Compresses a text; one that is kept is made as small as possible, whatever it takes. */
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
