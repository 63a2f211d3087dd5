/** One start tag of a document, and the text that follows it until the next one. */
type XmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
};

const DECLARATION =
  /^<\?xml version="1\.[01]"(?: encoding="utf-8")?(?: standalone="(?:yes|no)")? ?\?>/i;
const NAME = "[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?";
const TOKEN = new RegExp(
  [
    "<!--(?<comment>(?:(?!--)[\\s\\S])*)-->",
    `<(?<start>${NAME})(?<given>(?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(?<empty>/?)>`,
    `</(?<end>${NAME})\\s*>`,
    "(?<text>(?:[^<&]|&(?:amp|lt|gt|quot|apos);)+)",
  ].join("|"),
  "y",
);
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, "g");
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/**
 * The elements of a well-formed document in a part of XML that every parser reads the same: names in ASCII, the five
 * entities, one root; no document type, no CDATA, no instructions. Null for anything else, also where XML would allow it.
 */
export function readXml(whole: string): readonly XmlElement[] | null {
  const text = whole.replace(DECLARATION, "").trim();
  const document: Document = { elements: [], open: [] };
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null || !take(document, found.groups ?? {})) return null;
    at = TOKEN.lastIndex;
  }
  return document.open.length === 0 && document.elements.length > 0 ? document.elements : null;
}

type Document = {
  readonly elements: { name: string; attributes: ReadonlyMap<string, string>; text: string }[];
  /** The names of the elements that have not ended, the outermost first. */
  readonly open: string[];
};
type Token = Readonly<Record<string, string | undefined>>;

/** False for what may not stand there. */
function take(document: Document, { start, given = "", empty, end, text, comment }: Token) {
  const { elements, open } = document;
  if (comment !== undefined) return true;
  if (end !== undefined) return open.pop() === end;
  if (text !== undefined) return takeText(document, text);
  const attributes = attributesOf(given);
  const isSecondRoot = open.length === 0 && elements.length > 0;
  if (start === undefined || attributes === null || isSecondRoot) return false;
  elements.push({ name: start, attributes, text: "" });
  if (empty === "") open.push(start);
  return true;
}

function takeText({ elements, open }: Document, text: string): boolean {
  const last = elements.at(-1);
  if (last === undefined || open.length === 0) return text.trim() === "";
  last.text += unescaped(text);
  return true;
}

/** Null where a name stands twice, or a value has an entity that is none of the five. */
function attributesOf(given: string): ReadonlyMap<string, string> | null {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single] of given.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? "";
    if (attributes.has(name) || /&(?!(?:amp|lt|gt|quot|apos);)/.test(value)) return null;
    attributes.set(name, unescaped(value));
  }
  return attributes;
}

function unescaped(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "");
}
