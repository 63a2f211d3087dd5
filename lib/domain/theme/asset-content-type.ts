import { type ImageContentType, sniffImage } from "./sniff-image";

export type AssetContentType = ImageContentType | "font/woff2";

const WOFF2 = [0x77, 0x4f, 0x46, 0x32];

/** What an uploaded file is served as, by its own bytes; null for what is not served as a file. */
export function assetContentType(bytes: Uint8Array): AssetContentType | null {
  if (WOFF2.every((byte, index) => bytes[index] === byte)) return "font/woff2";
  return sniffImage(bytes);
}
