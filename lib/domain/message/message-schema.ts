import { z } from "zod";
import { lineOfText } from "@/lib/domain/fields";
import { isLanguage, LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";
import { MESSAGE_CHARACTERS } from "./message";

const tags: readonly string[] = Object.keys(LANGUAGES);

/** One of the languages of visitors' pages. */
export const languageSchema = z.enum(tags.filter(isLanguage), "Choose a language.");

/** A message in at least one language. */
export const messageTextsSchema = z
  .partialRecord(languageSchema, lineOfText(MESSAGE_CHARACTERS))
  .refine((texts) => Object.keys(texts).length > 0, "Enter a message in at least one language.");

/** A message to everybody as it is stored: it ends with the run in which it was sent. */
export const storedMessageSchema = z.strictObject({
  run: z.number().int(),
  sentAtMs: z.number(),
  texts: messageTextsSchema,
});

/** A language as it is stored; English for one that this version does not have. */
export function storedLanguage(tag: string): Language {
  return isLanguage(tag) ? tag : "en";
}
