import en from "@/lib/domain/page-texts/languages/en.json";
import type { Texts } from "@/lib/domain/page-texts/texts";

/** The words of messages to a visitor. */
export function textsFor(_message: { readonly language: string }): Texts {
  return en;
}
