import { FileBytes } from "./bytes";
import { type ImageContentType, sniffImage } from "./sniff-image";

/** In pixels; null for a drawing, which has none. */
export type ImageSize = { readonly width: number; readonly height: number };

export type ReadImage =
  | {
      readonly ok: true;
      readonly contentType: ImageContentType;
      readonly size: ImageSize | null;
    }
  | { readonly ok: false; readonly reason: string };

/** More than any screen has; what is larger costs phones their memory. */
export const IMAGE_SIDE_MAX = 4_096;

const KINDS = "a PNG, JPEG or WebP image, or an SVG without scripts, animation or external links";

/**
 * What an image is by its own bytes, from its first to its last: what only begins like one, has something behind its
 * end, moves, or is larger than a screen, is refused with the reason.
 */
export function readImage(bytes: Uint8Array): ReadImage {
  const contentType = sniffImage(bytes);
  if (contentType === null) return refuse(`Unsupported image. Choose ${KINDS}.`);
  if (contentType === "image/svg+xml") return { ok: true, contentType, size: null };
  const file = new FileBytes(bytes);
  const size = READERS[contentType](file);
  if (typeof size === "string") return refuse(size);
  const { width, height } = size;
  if (width === 0 || height === 0) return refuse("The image has no pixels. Export it again.");
  if (width > IMAGE_SIDE_MAX || height > IMAGE_SIDE_MAX) {
    return refuse(
      `The image is ${width} × ${height} pixels. The limit is ${IMAGE_SIDE_MAX} per side.`,
    );
  }
  return { ok: true, contentType, size };
}

function refuse(reason: string): ReadImage {
  return { ok: false, reason };
}

const NOT_WHOLE = "The image is damaged. Export it again.";
const MOVES = "Animated images are not supported.";

const READERS: Readonly<
  Record<Exclude<ImageContentType, "image/svg+xml">, (file: FileBytes) => ImageSize | string>
> = { "image/png": readPng, "image/jpeg": readJpeg, "image/webp": readWebp };

/** From chunk to chunk: the header first, then pixels, and the end at the very end. */
function readPng(file: FileBytes): ImageSize | string {
  const size = { width: file.big(16, 4), height: file.big(20, 4) };
  let at = 8;
  let hasPixels = false;
  for (let index = 0; at + 12 <= file.length; index += 1) {
    const length = file.big(at, 4);
    const type = file.text(at + 4, 4);
    const next = at + 12 + length;
    if ((index === 0) !== (type === "IHDR") || next > file.length) return NOT_WHOLE;
    if (type === "acTL") return MOVES;
    if (type === "IDAT") hasPixels = true;
    if (type === "IEND") return hasPixels && next === file.length ? size : NOT_WHOLE;
    at = next;
  }
  return NOT_WHOLE;
}

/** Frames of all kinds of coding; the other codes of that range are tables. */
const JPEG_FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);
const JPEG_SCAN = 0xda;

/** From marker to marker until the pixels begin; the file ends with the end of the image. */
function readJpeg(file: FileBytes): ImageSize | string {
  if (file.big(file.length - 2, 2) !== 0xffd9) return NOT_WHOLE;
  let size: ImageSize | null = null;
  let at = 2;
  while (at + 4 <= file.length && file.byte(at) === 0xff) {
    const marker = file.byte(at + 1);
    const isFiller = marker === 0xff;
    if (JPEG_FRAMES.has(marker)) size = { height: file.big(at + 5, 2), width: file.big(at + 7, 2) };
    at += isFiller ? 1 : 2 + Math.max(2, file.big(at + 2, 2));
    if (marker === JPEG_SCAN) return size !== null && at < file.length ? size : NOT_WHOLE;
  }
  return NOT_WHOLE;
}

/** RIFF says how long the file is; the first chunk says how the pixels are kept. */
function readWebp(file: FileBytes): ImageSize | string {
  const padded = file.little(4, 4) + 8;
  if (padded !== file.length || file.length < 30) return NOT_WHOLE;
  const type = file.text(12, 4);
  if (20 + file.little(16, 4) > file.length) return NOT_WHOLE;
  if (type === "VP8 ") {
    if (file.big(23, 3) !== 0x9d012a) return NOT_WHOLE;
    return { width: file.little(26, 2) & 0x3fff, height: file.little(28, 2) & 0x3fff };
  }
  if (type === "VP8L") {
    if (file.byte(20) !== 0x2f) return NOT_WHOLE;
    const bits = file.little(21, 4);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (type !== "VP8X") return NOT_WHOLE;
  const MOVING = 0x02;
  if ((file.byte(20) & MOVING) !== 0) return MOVES;
  return { width: file.little(24, 3) + 1, height: file.little(27, 3) + 1 };
}
