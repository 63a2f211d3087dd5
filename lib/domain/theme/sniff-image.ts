import { isPlainSvg } from "./plain-svg";

export type ImageContentType = "image/png" | "image/jpeg" | "image/webp" | "image/svg+xml";

/** The kind of an image by its own bytes; null for anything but the four. */
export function sniffImage(bytes: Uint8Array): ImageContentType | null {
  if (hasBytes(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  if (hasBytes(bytes, 0, [0xff, 0xd8, 0xff])) return "image/jpeg";
  if (hasText(bytes, 0, "RIFF") && hasText(bytes, 8, "WEBP")) return "image/webp";
  const text = decodeUtf8(bytes);
  return text !== undefined && isPlainSvg(text) ? "image/svg+xml" : null;
}

function hasBytes(bytes: Uint8Array, offset: number, expected: readonly number[]): boolean {
  return expected.every((byte, index) => bytes[offset + index] === byte);
}

function hasText(bytes: Uint8Array, offset: number, text: string): boolean {
  return hasBytes(
    bytes,
    offset,
    [...text].map((character) => character.charCodeAt(0)),
  );
}

/** The text without its byte order mark; undefined for bytes that are no text. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
