import type { Text } from "./text";

/** Texts by key path, such as `screen.joinTitle` or `messages.sold-out.lead`. */
export type FlatTexts = ReadonlyMap<string, Text>;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for what a language file may hold as one text: words, or words for each plural form. */
export function isText(value: unknown): value is Text {
  if (typeof value === "string") return true;
  if (!isRecord(value) || typeof value["other"] !== "string") return false;
  return Object.values(value).every((form) => typeof form === "string");
}

/** The texts of a language file by key path. Throws for what is neither a text nor a section. */
export function flatTexts(file: unknown): FlatTexts {
  const flat = new Map<string, Text>();
  collect(file, "", flat);
  return flat;
}

function collect(value: unknown, path: string, flat: Map<string, Text>): void {
  if (isText(value)) {
    flat.set(path, value);
    return;
  }
  if (!isRecord(value)) throw new Error(`A text is neither words nor plural forms: ${path}`);
  for (const [key, part] of Object.entries(value))
    collect(part, path === "" ? key : `${path}.${key}`, flat);
}

type Section = { [key: string]: Text | Section };

/** The opposite of `flatTexts`. */
export function nestedTexts(flat: FlatTexts): Section {
  const whole: Section = {};
  for (const [path, text] of flat) {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    keys.reduce(sectionIn, whole)[last] = text;
  }
  return whole;
}

function sectionIn(section: Section, key: string): Section {
  const known = section[key];
  if (known !== undefined && !isText(known)) return known;
  const made: Section = {};
  section[key] = made;
  return made;
}
