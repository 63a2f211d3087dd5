import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
} from "yaml";

export type Path = readonly PropertyKey[];

/** Why a file is not read: where it is wrong, counted from 1, and a code that stays. */
export type Problem = {
  readonly code: ProblemCode;
  readonly line: number;
  readonly column: number;
  readonly message: string;
};

export type ProblemCode =
  | "syntax"
  | "duplicate_key"
  | "tab"
  | "alias"
  | "unknown_field"
  | "invalid"
  | "reference"
  | "secret";

/** A file as values, and where each stands. */
export type YamlFile = {
  readonly value: unknown;
  /** Where a value stands; of one that is missing, where it would belong. */
  readonly locate: (path: Path) => Pick<Problem, "line" | "column">;
  /** By which variable a value is known: its path as JSON. */
  readonly references: ReadonlyMap<string, string>;
};

export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const CHARACTERS_MAX = 5_000_000;
/** Of a file with its aliases written out. The largest one allowed, 500 events with each setting, has fewer. */
const VALUES_MAX = 200_000;
const ALIASED_MAX = 2_000;
const DEPTH_MAX = 64;

const CODES: Readonly<Record<string, ProblemCode>> = {
  DUPLICATE_KEY: "duplicate_key",
  TAB_AS_INDENT: "tab",
  BAD_ALIAS: "alias",
};

/** What a variable of the environment holds. */
export type Variables = (name: string) => string | undefined;

/**
 * Reads YAML 1.2, one document, as plain values. `!env NAME` stands for what a variable of the environment holds. Never
 * throws: what is no YAML, has a key twice, is indented by tabs or grows out of bounds by its aliases is told with its place.
 */
export function readYaml(text: string, variables: Variables): Reading<YamlFile> {
  const lines = new LineCounter();
  const fail = (problems: readonly Problem[]): Reading<YamlFile> => ({ ok: false, problems });
  if (text.length > CHARACTERS_MAX) {
    const message = "The file is larger than 5 MB.";
    return fail([{ code: "syntax", line: 1, column: 1, message }]);
  }
  const document = parsed(text, lines);
  if (document === null || document.errors.some(isTooDeep)) {
    const message = "The file is nested too deeply.";
    return fail([{ code: "syntax", line: 1, column: 1, message }]);
  }
  if (document.errors.length > 0) return fail(document.errors.map(problemOf));
  const reader = new Reader(document, lines, variables);
  const value = reader.read(document.contents as Node | null, []);
  if (reader.problems.length > 0) return fail(reader.problems);
  const { locate, references } = reader;
  return { ok: true, value: { value, locate, references } };
}

function parsed(text: string, lineCounter: LineCounter): Document | null {
  try {
    const options = { lineCounter, uniqueKeys: true, logLevel: "error", version: "1.2" } as const;
    return parseDocument(text, { ...options, customTags: [ENV_TAG] });
  } catch (error) {
    // The parser goes down one call a level.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Some of these the parser throws, and some it tells. */
function isTooDeep({ message }: YAMLError): boolean {
  return message.startsWith("Maximum call stack");
}

const ENV_TAG = { tag: "!env", resolve: (name: string) => name };

function problemOf({ code, message, linePos }: YAMLError): Problem {
  const [{ line, col } = { line: 1, col: 1 }] = linePos ?? [];
  const [sentence = message] = message.split(/ at line \d+/);
  return { code: CODES[code] ?? "syntax", line, column: col, message: `${sentence}.` };
}

/** Turns nodes into values, and keeps where they stand. */
class Reader {
  readonly problems: Problem[] = [];
  readonly references = new Map<string, string>();
  private readonly places = new Map<string, number>();
  private values = 0;
  private aliased = 0;

  private readonly document: Document;
  private readonly lines: LineCounter;
  private readonly variables: Variables;

  constructor(document: Document, lines: LineCounter, variables: Variables) {
    this.document = document;
    this.lines = lines;
    this.variables = variables;
  }

  read(node: Node | null, path: Path): unknown {
    if (node === null || this.problems.length > 0) return null;
    this.values += 1;
    this.note(path, node);
    if (path.length > DEPTH_MAX) return this.refuse("syntax", node, "Nested too deeply.");
    if (this.values > VALUES_MAX) return this.refuse("syntax", node, "The file is too large.");
    if (isAlias(node)) return this.readAlias(node, path);
    if (node.tag !== undefined && !/^(tag:yaml\.org,2002:|!env$)/.test(node.tag)) {
      return this.refuse("syntax", node, `Unknown tag ${node.tag}.`);
    }
    if (isMap(node)) {
      return Object.fromEntries(node.items.map((pair) => this.readPair(pair, path)));
    }
    if (isSeq(node)) return node.items.map((item, at) => this.read(item as Node, [...path, at]));
    return isScalar(node) ? this.readScalar(node, path) : null;
  }

  private readPair(pair: { key: unknown; value: unknown }, path: Path): [string, unknown] {
    const key = pair.key as Node;
    if (!isScalar(key)) {
      this.refuse("syntax", key, "A key has to be a text.");
      return ["", null];
    }
    const name = String(key.source ?? key.value);
    const below = [...path, name];
    const value = this.read(pair.value as Node | null, below);
    this.note(below, key);
    return [name, value];
  }

  private readScalar(node: Node & { value: unknown }, path: Path): unknown {
    if (node.tag !== "!env") return node.value;
    const name = String(node.value);
    const value = this.variables(name);
    if (value === undefined || value === "") {
      return this.refuse("reference", node, `The environment has no variable ${name}.`);
    }
    this.references.set(JSON.stringify(path), name);
    return value;
  }

  /** Each use of an anchor costs what it stands for: a few lines can stand for millions of values. */
  private readAlias(node: Node, path: Path): unknown {
    const target = isAlias(node) ? node.resolve(this.document) : undefined;
    if (target === undefined) return this.refuse("alias", node, "There is no such anchor.");
    this.aliased += sizeOf(target);
    if (this.aliased > ALIASED_MAX) {
      return this.refuse("alias", node, `Aliases stand for more than ${ALIASED_MAX} values.`);
    }
    return this.read(target, path);
  }

  private note(path: Path, { range }: Node): void {
    const [start = 0] = range ?? [];
    this.places.set(JSON.stringify(path), start);
  }

  private refuse(code: ProblemCode, node: Node, message: string): null {
    const [start = 0] = node.range ?? [];
    this.problems.push({ code, ...this.at(start), message });
    return null;
  }

  private at(offset: number): Pick<Problem, "line" | "column"> {
    const { line, col } = this.lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }

  readonly locate = (path: Path): Pick<Problem, "line" | "column"> => {
    for (let length = path.length; length > 0; length -= 1) {
      const offset = this.places.get(JSON.stringify(path.slice(0, length)));
      if (offset !== undefined) return this.at(offset);
    }
    return { line: 1, column: 1 };
  };
}

function sizeOf(node: Node): number {
  let size = 0;
  visit(node, () => {
    size += 1;
    return size > ALIASED_MAX ? visit.BREAK : undefined;
  });
  return size;
}
