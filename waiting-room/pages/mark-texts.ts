import { flatTexts, nestedTexts } from "@/lib/domain/page-texts/key-paths";
import type { Text } from "@/lib/domain/page-texts/text";
import type { Texts } from "@/lib/domain/page-texts/texts";

// Of the private use area: no text has them, and nothing that formats texts changes them.
const FIRST_DIGIT = 0xe010;
const MARK = /\ue000([\ue010-\ue019]+)\ue001|\ue002/g;
const PIECE = /<[^>]*>|[^<]+/g;
/** What browsers take as plain text, whatever stands in it. */
const PLAIN = /^<(\/?)(?:title|option|textarea|style)\b/i;

const STYLE =
  "<style>x-text{cursor:pointer;border-radius:3px}x-text:hover{outline:2px dashed;outline-offset:2px}</style>";

/** Texts that can be told from each other on a page that is made of them, once `showMarks` has been over it. */
export function markTexts(texts: Texts): Texts {
  const marked = new Map<string, Text>();
  for (const [path, text] of flatTexts(texts)) marked.set(path, markText(text, marked.size));
  // It has the keys of the texts that came in.
  return nestedTexts(marked) as Texts;
}

function markText(text: Text, index: number): Text {
  if (typeof text === "string") return markWords(text, index);
  // The forms stay those that came in.
  return Object.fromEntries(
    Object.entries(text).map(([form, words]) => [form, markWords(words, index)]),
  ) as Text;
}

function markWords(words: string, index: number): string {
  if (words === "") return words;
  const digits = [...String(index)].map((digit) =>
    String.fromCharCode(FIRST_DIGIT + Number(digit)),
  );
  return `\ue000${digits.join("")}\ue001${words}\ue002`;
}

/** The same page with an element around each marked text that says its name; elsewhere marks are taken out. */
export function showMarks(page: string, texts: Texts): string {
  const names = [...flatTexts(texts).keys()];
  let isPlain = false;
  const shown = page.replace(PIECE, (piece) => {
    if (!piece.startsWith("<")) return isPlain ? withoutMarks(piece) : withElements(piece, names);
    const plain = PLAIN.exec(piece);
    if (plain !== null) isPlain = plain[1] === "";
    return withoutMarks(piece);
  });
  return shown.replace("</head>", () => `${STYLE}</head>`);
}

function withoutMarks(piece: string): string {
  return piece.replace(MARK, "");
}

function withElements(piece: string, names: readonly string[]): string {
  return piece.replace(MARK, (_mark, digits: string | undefined) => {
    if (digits === undefined) return "</x-text>";
    const index = [...digits].map((digit) => digit.charCodeAt(0) - FIRST_DIGIT).join("");
    return `<x-text data-text="${names[Number(index)] ?? ""}">`;
  });
}
