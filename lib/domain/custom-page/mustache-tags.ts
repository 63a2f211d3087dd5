import mustache from "mustache";

/** A tag of Mustache as it stands in a template. */
export type MustacheTag = {
  readonly type: "variable" | "unescaped" | "open" | "inverted" | "close" | "comment";
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Sections that it stands in. */
  readonly depth: number;
  /** Of an opening tag and its closing one: the index of the opening one. */
  readonly section: number;
};

export type ParsedTags =
  | { readonly ok: true; readonly tags: readonly MustacheTag[] }
  | { readonly ok: false; readonly offset: number; readonly reason: string };

/** Each may be as long as a message of the operator: so they bound how long a page gets. */
const TAGS_MAX = 1_000;

const TYPES: Readonly<Record<string, MustacheTag["type"]>> = {
  "{": "unescaped",
  "&": "unescaped",
  "#": "open",
  "^": "inverted",
  "/": "close",
  "!": "comment",
};

/** All tags of a template in order, or why it cannot be read. */
export function readMustacheTags(template: string): ParsedTags {
  const tags: MustacheTag[] = [];
  const open: MustacheTag[] = [];
  const wrong = (offset: number, reason: string) => ({ ok: false, offset, reason }) as const;
  for (let at = template.indexOf("{{"); at !== -1; ) {
    const piece = pieceAt(template, at);
    if (piece === null) return wrong(at, "This tag is not closed.");
    if (REFUSED.has(piece.sigil)) {
      return wrong(at, "Partials and other delimiters are not known here.");
    }
    const tag = nested({ ...piece, type: TYPES[piece.sigil] ?? "variable", start: at }, tags, open);
    if (tag === null) return wrong(at, `No section “${piece.name}” is open here.`);
    if (tags.length === TAGS_MAX) return wrong(at, `A template may have ${TAGS_MAX} tags.`);
    tags.push(tag);
    at = template.indexOf("{{", tag.end);
  }
  const unclosed = open.pop();
  if (unclosed !== undefined) {
    return wrong(unclosed.start, `The section “${unclosed.name}” is not closed.`);
  }
  return isReadAlike(template, tags)
    ? { ok: true, tags }
    : wrong(0, "This cannot be read as Mustache.");
}

const REFUSED: ReadonlySet<string> = new Set(["=", ">"]);

/** The tag with the section that it stands in or belongs to; null for one that closes what is not open. */
function nested(
  { type, name, start, end }: Omit<MustacheTag, "depth" | "section">,
  tags: readonly MustacheTag[],
  open: MustacheTag[],
): MustacheTag | null {
  if (type === "close") {
    const opened = open.pop();
    if (opened?.name !== name) return null;
    return { type, name, start, end, depth: open.length, section: opened.section };
  }
  const tag = { type, name, start, end, depth: open.length, section: tags.length };
  if (type === "open" || type === "inverted") open.push(tag);
  return tag;
}

type Piece = { readonly sigil: string; readonly name: string; readonly end: number };

/** The tag that begins at an offset; null when it does not end. */
function pieceAt(template: string, at: number): Piece | null {
  const inside = at + 2;
  const isTriple = template[inside] === "{";
  const closing = isTriple ? "}}}" : "}}";
  const closed = template.indexOf(closing, inside);
  if (closed === -1) return null;
  const text = template.slice(inside, closed).trim();
  const sigil = "#^/!&{=>".includes(text[0] ?? " ") ? (text[0] ?? "") : "";
  return { sigil, name: text.slice(sigil.length).trim(), end: closed + closing.length };
}

/**
 * True when the library reads the same tags. What stands between them is left out: the library makes an array of each
 * character.
 */
function isReadAlike(template: string, tags: readonly MustacheTag[]): boolean {
  const condensed = tags.map(({ start, end }) => template.slice(start, end)).join("x");
  const writer = new mustache.Writer() as InstanceType<typeof mustache.Writer> & {
    templateCache: unknown;
  };
  // The library's own cache has no bound.
  writer.templateCache = undefined;
  try {
    const read: string[] = [];
    collect(writer.parse(condensed) as Token[], read);
    return read.join("\n") === tags.flatMap((tag) => readingOf(tag)).join("\n");
  } catch {
    return false;
  }
}

/** Of the library: type, name, start, end; of a section also what it holds. */
type Token = readonly [string, string, number, number, Token[]?, number?];

const LIBRARY_TYPES = { variable: "name", unescaped: "&", open: "#", inverted: "^", close: "/" };

function readingOf({ type, name }: MustacheTag): string[] {
  return type === "comment" ? [] : [`${LIBRARY_TYPES[type]}${name}`];
}

function collect(tokens: readonly Token[], into: string[]): void {
  for (const [type, name, , , content] of tokens) {
    if (type === "text" || type === "!") continue;
    into.push(`${type}${name}`);
    if (content === undefined) continue;
    collect(content, into);
    into.push(`/${name}`);
  }
}
