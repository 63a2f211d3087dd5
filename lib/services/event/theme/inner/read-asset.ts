import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { readFont } from "@/lib/domain/theme/read-font";
import { readImage } from "@/lib/domain/theme/read-image";
import type { AssetFacts, AssetKind } from "@/lib/domain/theme/theme";
import { invalidField, type ServiceError } from "@/lib/services/ground/errors";
import { ASSET_BYTES_MAX } from "./theme-limits";

const decompress = promisify(brotliDecompress);

/** What an uploaded file is by its bytes. */
export type AssetContent = AssetFacts & { readonly contentType: string };

/** Rejects with `invalid` and the reason for a file that is not what its place needs, whatever it is called. */
export async function readAsset(kind: AssetKind, bytes: Uint8Array): Promise<AssetContent> {
  const most = ASSET_BYTES_MAX[kind];
  if (bytes.length > most) throw tooLarge(bytes.length, most);
  switch (kind) {
    case "logo":
    case "background":
      return readPicture(bytes);
    case "font":
      return readTypeface(bytes);
    case "template":
      return { contentType: "text/html", width: null, height: null, isVariable: false };
  }
}

function tooLarge(bytes: number, most: number): ServiceError {
  const kilobytes = (count: number) => `${Math.ceil(count / 1_024)} KB`;
  return invalidField(
    "base64",
    `The file must be ${kilobytes(most)} or smaller. This file is ${kilobytes(bytes)}.`,
  );
}

function readPicture(bytes: Uint8Array): AssetContent {
  const image = readImage(bytes);
  if (!image.ok) throw invalidField("base64", image.reason);
  const { contentType, size } = image;
  return {
    contentType,
    width: size?.width ?? null,
    height: size?.height ?? null,
    isVariable: false,
  };
}

/** The tables are decompressed too, never further than they say: a browser would do the same. */
async function readTypeface(bytes: Uint8Array): Promise<AssetContent> {
  const font = readFont(bytes);
  if (!font.ok) throw invalidField("base64", font.reason);
  const { at, length, plain } = font.tables;
  const tables = await decompress(bytes.subarray(at, at + length), {
    maxOutputLength: plain,
  }).catch(() => null);
  if (tables?.length !== plain) {
    throw invalidField("base64", "The font is damaged. Convert it again.");
  }
  return { contentType: "font/woff2", width: null, height: null, isVariable: font.isVariable };
}
