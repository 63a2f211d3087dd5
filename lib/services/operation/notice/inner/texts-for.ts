import { isLanguage } from "@/lib/domain/page-texts/languages";
import type { Texts } from "@/lib/domain/page-texts/texts";
import { textsIn } from "@/lib/domain/page-texts/texts-in";

/** The words of messages to a visitor, in the language of the page on which they asked. */
export function textsFor({ language }: { readonly language: string }): Texts {
  return textsIn(isLanguage(language) ? language : "en");
}
