import { isLanguage, type Language } from "@/lib/domain/page-texts/languages";

/** Languages whose tags there do not begin with ours. */
const OTHERS: Readonly<Record<string, Language>> = { "zh-CN": "zh-Hans", "zh-TW": "zh-Hant" };

/** Our language for a tag such as `es-ES`; null where the page has none. */
export function languageOfTag(tag: string): Language | null {
  const [own = ""] = tag.split("-");
  return OTHERS[tag] ?? (isLanguage(own) ? own : null);
}
