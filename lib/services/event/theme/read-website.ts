import { type FoundColour, foundColours } from "@/lib/domain/theme/website/found-colours";
import {
  type NamedPicture,
  picturesOfManifest,
  readWebsitePage,
} from "@/lib/domain/theme/website/read-page";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { invalidField } from "@/lib/services/ground/errors";
import { fetchFile, type Reading, type WebsiteFile } from "./inner/fetch-file";
import { readAsset } from "./inner/read-asset";
import { ASSET_BYTES_MAX } from "./inner/theme-limits";
import { websiteInput } from "./schemas";

/** A picture of a website that a theme may have as it is. */
export type FoundPicture = Omit<NamedPicture, "url"> & {
  readonly contentType: string;
  readonly base64: string;
};

/** What was found of a website's looks; nothing of it is stored. */
export type WebsiteLooks = {
  readonly colours: readonly FoundColour[];
  readonly pictures: readonly FoundPicture[];
};

const TOTAL_MS = 15_000;
const PAGE_BYTES_MAX = 2 * 1_024 * 1_024;
const STYLES_BYTES_MAX = 512 * 1_024;
const MANIFEST_BYTES_MAX = 64 * 1_024;
const MOST_STYLES = 3;
const MOST_LOGOS = 6;
const MOST_BACKGROUNDS = 1;

/**
 * Reads the colours and logos that a website names, for somebody to choose from. It changes nothing: what is chosen is
 * uploaded and saved like any other file and colour. Throws `invalid` where the website cannot be read.
 */
export const readWebsite = defineVerb(
  "theme:write",
  websiteInput,
  async (context, { url }): Promise<WebsiteLooks> => {
    const reading = { customerId: context.customer.id, deadlineMs: Date.now() + TOTAL_MS };
    const file = await fetchFile(reading, url, { bytesMax: PAGE_BYTES_MAX }).catch(
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : "It is not responding.";
        throw invalidField("url", `The website can't be read. ${reason}`);
      },
    );
    const page = readWebsitePage(file.body, file.url);
    const [manifest, ...styles] = await Promise.all([
      fetchOrNull(reading, page.manifestUrl, MANIFEST_BYTES_MAX),
      ...page.stylesheetUrls
        .slice(0, MOST_STYLES)
        .map((one) => fetchOrNull(reading, one, STYLES_BYTES_MAX)),
    ]);
    const css = [page.css, ...styles.map((style) => style?.body ?? "")].join("\n");
    const icons = manifest == null ? [] : picturesOfManifest(manifest.body, manifest.url);
    return {
      colours: foundColours({ ...page, manifest: manifest?.body ?? null, css }),
      pictures: await fetchPictures(reading, [...page.pictures, ...icons]),
    };
  },
);

/** What else there is may be missing. */
async function fetchOrNull(
  reading: Reading,
  url: string | null,
  bytesMax: number,
): Promise<WebsiteFile | null> {
  return url === null ? null : fetchFile(reading, url, { bytesMax }).catch(() => null);
}

/** Those that a theme can have, each once. */
async function fetchPictures(
  reading: Reading,
  named: readonly NamedPicture[],
): Promise<readonly FoundPicture[]> {
  const ofUse = (use: NamedPicture["use"], most: number) =>
    named.filter((picture) => picture.use === use).slice(0, most);
  const asked = [...ofUse("logo", MOST_LOGOS), ...ofUse("background", MOST_BACKGROUNDS)];
  const found = await Promise.all(
    asked.map((picture) => fetchPicture(reading, picture).catch(() => null)),
  );
  return found.flatMap((picture, index) => {
    const first = found.findIndex((other) => other?.base64 === picture?.base64);
    return picture === null || first < index ? [] : [picture];
  });
}

async function fetchPicture(
  reading: Reading,
  { url, from, use }: NamedPicture,
): Promise<FoundPicture> {
  const wanted = { bytesMax: ASSET_BYTES_MAX[use], isPicture: true };
  const { body: base64 } = await fetchFile(reading, url, wanted);
  const { contentType } = await readAsset(use, new Uint8Array(Buffer.from(base64, "base64")));
  return { from, use, contentType, base64 };
}
