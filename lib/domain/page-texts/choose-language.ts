import { isLanguage, type Language } from "./languages";

/** How much of a header of a stranger is looked at. */
const HEADER_MAX = 500;

/** Tags of languages that are written in several ways, or that another one of ours serves. */
const SERVED_BY: ReadonlyMap<string, Language> = new Map<string, Language>([
  ["no", "nb"],
  ["nn", "nb"],
  ["iw", "he"],
  ["in", "id"],
  ["mo", "ro"],
]);

const TRADITIONAL_REGIONS: ReadonlySet<string> = new Set(["tw", "hk", "mo"]);
const CHINESE: ReadonlySet<string> = new Set(["zh", "cmn", "yue"]);

/** The built-in language of a tag in any writing (`de-DE`, `pt_BR`, `zh-TW`, `iw`); null for one we do not have. */
export function languageOfTag(tag: string): Language | null {
  const [primary = "", ...parts] = tag.trim().toLowerCase().split(/[-_]/, 4);
  if (CHINESE.has(primary)) return isTraditional(primary, parts) ? "zh-Hant" : "zh-Hans";
  const served = SERVED_BY.get(primary);
  if (served !== undefined) return served;
  return isLanguage(primary) ? primary : null;
}

function isTraditional(primary: string, parts: readonly string[]): boolean {
  if (parts.includes("hant")) return true;
  if (parts.includes("hans")) return false;
  return primary === "yue" || parts.some((part) => TRADITIONAL_REGIONS.has(part));
}

/** What a visitor says of their language, and what the event says of all. */
export type LanguageChoice = {
  /** The language that the link names (`cid`). */
  readonly asked: string | null;
  /** What the browser sends. */
  readonly acceptLanguage: string | null;
  readonly default: Language;
};

/** The language that a visitor reads: that of the link, else the browser's first that we have, else the event's. */
export function chooseLanguage(choice: LanguageChoice): Language {
  const asked = choice.asked === null ? null : languageOfTag(choice.asked);
  return asked ?? languageOfBrowser(choice) ?? choice.default;
}

function languageOfBrowser(choice: LanguageChoice): Language | null {
  const wishes = readWishes(choice.acceptLanguage ?? "");
  for (const { tag } of wishes) {
    if (tag === "*") return choice.default;
    const language = languageOfTag(tag);
    if (language !== null) return language;
  }
  return null;
}

/** A language and a region, which is all that we write numbers and times by. */
const REGION = /^[a-z]{2,3}-(?:[A-Z]{2}|\d{3})$/;

/** The tags of `Accept-Language` that name a region, the dearest first. */
export function regionsOf(header: string): readonly string[] {
  return readWishes(header)
    .map(({ tag }) => tag)
    .filter((tag) => REGION.test(tag));
}

/** The ranges of `Accept-Language` that are wanted at all, the dearest first; of equals the first. */
function readWishes(header: string) {
  return header
    .slice(0, HEADER_MAX)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((text) => text.trim());
      const quality = parameters.find((text) => /^q=/i.test(text))?.slice(2) ?? "1";
      return { tag, quality: /^(0|1)?(\.\d*)?$/.test(quality) ? Number(quality) : 0 };
    })
    .filter(({ tag, quality }) => tag !== "" && quality > 0)
    .sort((one, other) => other.quality - one.quality);
}
