import { parseUrl } from "@/lib/domain/parse-url";
import { readManifest } from "./found-colours";

/** A picture that may be a logo, or the image of a page, and where the website names it. */
export type NamedPicture = {
  readonly url: string;
  readonly from: string;
  readonly use: "logo" | "background";
};

/** What a page says of its looks, with whole addresses. */
export type WebsitePage = {
  readonly themeColours: readonly string[];
  readonly manifestUrl: string | null;
  readonly stylesheetUrls: readonly string[];
  /** Of its own style elements. */
  readonly css: string;
  /** The likeliest first. */
  readonly pictures: readonly NamedPicture[];
};

type Tag = { readonly name: string; readonly attributes: ReadonlyMap<string, string> };

/** Bounded, so that no page takes long to read. */
const TAG = /<(meta|link|img)\b([^<>]{1,2000})>/gi;
const ATTRIBUTE = /([a-z:-]{1,30})\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const MOST_TAGS = 2_000;
const MOST_LOGO_IMAGES = 3;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", quot: '"', "#39": "'", lt: "<" };

/** What a page of a website says of its looks. `url` is where it was found. Pure; takes any text. */
export function readWebsitePage(html: string, url: string): WebsitePage {
  const tags = tagsOf(html);
  const links = (rel: string) =>
    tags.filter(({ name, attributes }) => name === "link" && hasWord(attributes.get("rel"), rel));
  const urlsOf = (found: readonly Tag[], attribute = "href") =>
    found.flatMap(({ attributes }) => absolute(attributes.get(attribute), url));
  const metas = (named: string) =>
    tags.filter(
      ({ name, attributes }) =>
        name === "meta" && (attributes.get("name") ?? attributes.get("property")) === named,
    );
  const logos = tags.filter((tag) => tag.name === "img" && isLogo(tag)).slice(0, MOST_LOGO_IMAGES);
  const picturesOf = (urls: readonly string[], from: string, use: NamedPicture["use"]) =>
    urls.map((one) => ({ url: one, from, use }));
  return {
    themeColours: metas("theme-color").flatMap(({ attributes }) => attributes.get("content") ?? []),
    manifestUrl: urlsOf(links("manifest"))[0] ?? null,
    stylesheetUrls: urlsOf(links("stylesheet")),
    css: stylesOf(html),
    pictures: [
      ...picturesOf(urlsOf(logos, "src"), "logo on the page", "logo"),
      ...picturesOf(urlsOf(links("apple-touch-icon")), "apple-touch-icon", "logo"),
      ...picturesOf(urlsOf(links("icon")), "icon", "logo"),
      ...picturesOf(urlsOf(metas("og:image"), "content"), "og:image", "background"),
    ],
  };
}

/** The icons of a manifest, the largest first. */
export function picturesOfManifest(text: string | null, url: string): readonly NamedPicture[] {
  const { icons } = readManifest(text);
  if (!Array.isArray(icons)) return [];
  return icons
    .map((icon: unknown) => ({ src: "", sizes: "", ...(typeof icon === "object" ? icon : {}) }))
    .sort(
      (one, other) => Number.parseInt(`${other.sizes}`, 10) - Number.parseInt(`${one.sizes}`, 10),
    )
    .flatMap(({ src }) => absolute(`${src}`, url))
    .map((one) => ({ url: one, from: "manifest icon", use: "logo" }));
}

function tagsOf(html: string): readonly Tag[] {
  const tags: Tag[] = [];
  for (const [, name = "", given = ""] of html.matchAll(TAG)) {
    if (tags.length === MOST_TAGS) break;
    const attributes = [...given.matchAll(ATTRIBUTE)].map(
      ([, key = "", double, single, bare]) =>
        [key.toLowerCase(), decoded(double ?? single ?? bare ?? "")] as const,
    );
    tags.push({ name: name.toLowerCase(), attributes: new Map(attributes) });
  }
  return tags;
}

function decoded(text: string): string {
  return text.replace(/&(amp|quot|#39|lt);/g, (_, name: string) => ENTITIES[name] ?? "");
}

function hasWord(text: string | undefined, word: string): boolean {
  return text?.toLowerCase().split(/\s+/).includes(word) ?? false;
}

function isLogo({ attributes }: Tag): boolean {
  return ["src", "alt", "class", "id"].some((name) => /logo/i.test(attributes.get(name) ?? ""));
}

/** None for what is no address of the web. */
function absolute(text: string | undefined, base: string): readonly string[] {
  if (text === undefined || text === "" || !URL.canParse(text, base)) return [];
  const url = parseUrl(new URL(text, base).href);
  return url !== null && /^https?:$/.test(url.protocol) ? [url.href] : [];
}

function stylesOf(html: string): string {
  const lower = html.toLowerCase();
  const styles: string[] = [];
  let at = lower.indexOf("<style");
  while (at >= 0) {
    const end = lower.indexOf("</style", at);
    if (end < 0) break;
    styles.push(html.slice(at, end));
    at = lower.indexOf("<style", end);
  }
  return styles.join("\n");
}
