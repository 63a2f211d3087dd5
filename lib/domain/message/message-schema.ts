import { z } from "zod";
import { mendText, textForPeople } from "@/lib/domain/fields";
import { isLanguage, LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";
import { MESSAGE_CHARACTERS, type MessageTexts } from "./message";
import { EVERYONE } from "./targeted-message";

const tags: readonly string[] = Object.keys(LANGUAGES);

/** One of the languages of visitors' pages. */
export const languageSchema = z.enum(tags.filter(isLanguage), "Choose a language.");

/** A message in at least one language. */
export const messageTextsSchema = z
  .partialRecord(languageSchema, textForPeople(MESSAGE_CHARACTERS))
  .refine((texts) => Object.keys(texts).length > 0, "Enter a message in at least one language.");

/** The words of an act that must not wait for them: mended, and cut where they are too long. */
const urgentText = z.string().transform((text) => {
  const mended = mendText(text);
  if (mended.length <= MESSAGE_CHARACTERS) return mended;
  // Half of a pair of surrogates is no character.
  return `${mended
    .slice(0, MESSAGE_CHARACTERS - 1)
    .replace(/\p{Cs}$/u, "")
    .trimEnd()}…`;
});

/** A message in one language that is never refused for its words; null for none. */
export const urgentMessageSchema = urgentText.transform((text) => (text === "" ? null : text));

/** The same by language. */
export const urgentTextsSchema = z
  .partialRecord(languageSchema, urgentText)
  .transform((texts): MessageTexts | null => {
    const written = Object.entries(texts).filter(([, text]) => text !== "");
    return written.length === 0 ? null : Object.fromEntries(written);
  });

/** A message to everybody as it is stored: it ends with the run in which it was sent. */
export const storedMessageSchema = z.strictObject({
  run: z.number().int(),
  sentAtMs: z.number(),
  texts: messageTextsSchema,
});

const audienceSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("everyone") }),
  z.strictObject({ kind: z.literal("lane"), lane: z.string().max(20) }),
  z.strictObject({ kind: z.literal("before-opening") }),
]);

/** Who reads a message: everybody unless said otherwise. */
export const messageAudienceSchema = audienceSchema.default(EVERYONE);

/** A message for some visitors or for some time as it is stored, instead of one to everybody. */
export const storedTargetedMessageSchema = storedMessageSchema.extend({
  audience: audienceSchema,
  fromMs: z.number().nullable(),
  untilMs: z.number().nullable(),
});

/** A language as it is stored; English for one that this version does not have. */
export function storedLanguage(tag: string): Language {
  return isLanguage(tag) ? tag : "en";
}
