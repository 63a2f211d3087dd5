import { type FlatTexts, flatTexts, nestedTexts } from "./key-paths";
import { LANGUAGE_FILES } from "./language-files";
import type { Language } from "./languages";
import type { Text } from "./text";
import type { Texts } from "./texts";

/** What a customer says in words of their own: texts by key path, for each language. */
export type Overrides = Partial<Readonly<Record<Language, Readonly<Record<string, Text>>>>>;

/** Every key that there is, with its English text. */
export const ENGLISH: FlatTexts = flatTexts(LANGUAGE_FILES.en);

const builtIn = new Map<Language, Texts>();
const overridden = new WeakMap<Overrides, Map<Language, Texts>>();

/**
 * All texts in one language: the customer's own, else the built-in ones, else the English ones. The same
 * object for the same arguments. An override of a key that does not exist counts for nothing.
 */
export function textsIn(language: Language, overrides?: Overrides): Texts {
  const own = overrides?.[language];
  if (overrides === undefined || own === undefined)
    return remembered(builtIn, language, () => merged(language, {}));
  const known = overridden.get(overrides) ?? new Map<Language, Texts>();
  overridden.set(overrides, known);
  return remembered(known, language, () => merged(language, own));
}

function remembered(known: Map<Language, Texts>, language: Language, make: () => Texts): Texts {
  const texts = known.get(language) ?? make();
  known.set(language, texts);
  return texts;
}

function merged(language: Language, own: Readonly<Record<string, Text>>): Texts {
  const file = flatTexts(LANGUAGE_FILES[language]);
  const whole = new Map<string, Text>();
  for (const [path, english] of ENGLISH) {
    const text = Object.hasOwn(own, path) ? own[path] : file.get(path);
    whole.set(path, text ?? english);
  }
  // It has the keys of the English file, from which the type is made.
  return nestedTexts(whole) as Texts;
}
