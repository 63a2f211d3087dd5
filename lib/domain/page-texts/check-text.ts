import { isText } from "./key-paths";
import type { Language } from "./languages";
import type { Text } from "./text";
import { ENGLISH } from "./texts-in";

const LENGTH_MAX = 1_000;
const COUNT = "count";
const SAMPLES = 1_000;

/** Why a text cannot be used: the key and plural form where it is wrong, and what is wrong. */
export type TextProblem = {
  /** `screen.sayAhead`, or with its plural form `screen.sayAhead.few`. */
  readonly place: string;
  readonly reason: string;
};

/** Checks what a customer wants to say instead of a built-in text; null where it can be used. */
export function checkOverride(language: Language, key: string, text: unknown): TextProblem | null {
  const english = ENGLISH.get(key);
  if (english === undefined) return { place: key, reason: "There is no text with this name." };
  return checkText(language, { key, english }, text);
}

type Expected = { readonly key: string; readonly english: Text };

/** Checks that a text of a language has the plural forms and variables that its English text asks for. */
export function checkText(
  language: Language,
  { key, english }: Expected,
  text: unknown,
): TextProblem | null {
  if (!isText(text)) return { place: key, reason: missingOther(english) };
  if (typeof english === "string" || typeof text === "string") {
    const isAlike = typeof english === "string" && typeof text === "string";
    if (!isAlike) return { place: key, reason: shapeReason(english) };
    const reason = wordsProblem(text, variablesOf(english), null);
    return reason === null ? null : { place: key, reason };
  }
  return checkForms(language, { key, variables: variablesOf(english.other) }, text);
}

function missingOther(english: Text): string {
  return typeof english === "string"
    ? "This is not a text."
    : "The plural form “other” is missing.";
}

function shapeReason(english: Text): string {
  return typeof english === "string"
    ? "This text has no count. Remove the plural forms."
    : "This text has a count. Enter every plural form of the language.";
}

function checkForms(
  language: Language,
  { key, variables }: { readonly key: string; readonly variables: ReadonlySet<string> },
  text: Exclude<Text, string>,
): TextProblem | null {
  const forms = pluralFormsOf(language);
  for (const form of forms) {
    if (text[form] === undefined)
      return {
        place: `${key}.${form}`,
        reason: `This language requires the plural form “${form}”.`,
      };
  }
  for (const [form, words] of Object.entries(text)) {
    const place = `${key}.${form}`;
    const known = forms.find((one) => one === form);
    if (known === undefined)
      return { place, reason: `This language has no plural form “${form}”.` };
    const reason = wordsProblem(words, variables, isOneNumber(language, known) ? COUNT : null);
    if (reason !== null) return { place, reason };
  }
  return null;
}

/** The plural categories of a language, in the order of CLDR. */
function pluralFormsOf(language: Language): readonly Intl.LDMLPluralRule[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}

/** True for a form that stands for one number alone, as `two` in Arabic: it may say it without `{count}`. */
function isOneNumber(language: Language, form: Intl.LDMLPluralRule): boolean {
  const rules = new Intl.PluralRules(language);
  let found = 0;
  for (let count = 0; count <= SAMPLES; count += 1) if (rules.select(count) === form) found += 1;
  return found === 1;
}

function variablesOf(words: string): ReadonlySet<string> {
  return new Set([...words.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name));
}

function wordsProblem(
  words: string,
  wanted: ReadonlySet<string>,
  optional: string | null,
): string | null {
  if (words.trim() === "") return "This field is required.";
  if (words.length > LENGTH_MAX) return `At most ${LENGTH_MAX} characters.`;
  if (/[^\P{Cc}\n]|\p{Cs}/u.test(words)) return "Control characters are not allowed.";
  const given = variablesOf(words);
  for (const name of given)
    if (!wanted.has(name)) return `There is no variable {${name}} in this text.`;
  for (const name of wanted)
    if (!given.has(name) && name !== optional) return `The variable {${name}} is missing.`;
  if (/[{}]/.test(words.replace(/\{\w+\}/g, "")))
    return "Use braces only around variables, as in {name}.";
  return null;
}
