import { z } from "zod";
import { parseUrl } from "@/lib/domain/parse-url";

/** A whole number within limits, both included, with the same sentence for every mistake. */
export function wholeNumber(min: number, max: number) {
  const reason = `Enter a whole number from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}.`;
  return z.number(reason).int(reason).min(min, reason).max(max, reason);
}

const COLUMN_MAX = 2 ** 31 - 1;

/** A number of something that is counted up and stored: a version, a run. */
export function countedNumber(min: 0 | 1) {
  return z.number().int().min(min).max(COLUMN_MAX);
}

/** One trimmed line of text for people, without control characters and halves of surrogate pairs. */
export function lineOfText(charactersMax: number) {
  return z
    .string()
    .trim()
    .min(1, "This field is required.")
    .max(charactersMax, `At most ${charactersMax} characters.`)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), "Control characters are not allowed.");
}

/**
 * A text as people write and paste it, made fit to be kept and shown: line breaks of every system are `\n`, no more than
 * two stand together, and characters that no one sees are gone. Nothing is refused.
 */
export function mendText(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/\t/g, " ")
    .replace(/[^\P{Cc}\n]|\p{Cs}/gu, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Text for people in one or several lines. */
export function textForPeople(charactersMax: number) {
  return z
    .string()
    .transform(mendText)
    .pipe(
      z
        .string()
        .min(1, "This field is required.")
        .max(charactersMax, `At most ${charactersMax} characters.`),
    );
}

/** An absolute http or https address without user information, to which visitors can be sent. */
export const webAddress = z
  .string()
  .trim()
  .max(2_000, "At most 2,000 characters.")
  .refine(
    isWebAddress,
    "Enter a full URL that starts with https:// or http://, without spaces or a password.",
  )
  .transform((text) => (isOneAddress(text) ? asciiAddress(text) : text));

/**
 * True for a text that can stand in a `Location` header as it is: URL parsers take line breaks and spaces out,
 * and headers refuse them.
 */
export function isOneAddress(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Z}]/u.test(text) && parseUrl(text) !== null;
}

/** What is not ASCII is written as headers want it; all else stays as it was typed. */
export function asciiAddress(text: string): string {
  return /^[\x21-\x7e]*$/.test(text) ? text : new URL(text).href;
}

function isWebAddress(text: string): boolean {
  if (!isOneAddress(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}
