/** How arguments, members and replies travel between TypeScript and Lua, by name. */

type ArgumentValue = { number: number; string: string; bytes: Buffer };
export type ArgumentKind = keyof ArgumentValue;
export type Kinds = Readonly<Record<string, ArgumentKind>>;
export type ValuesOf<Declared extends Kinds> = {
  readonly [Name in keyof Declared]: ArgumentValue[Declared[Name]];
};

type ReplyValue = {
  integer: number;
  decimal: number;
  "integer?": number | null;
  "decimal?": number | null;
  string: string;
  /** Lists of what has no comma in it. */
  integers: readonly number[];
  strings: readonly string[];
  /** A list as Redis answers it: its members may hold anything. */
  list: readonly string[];
};
type ReplyKind = keyof ReplyValue;
/** A list of records, whose texts hold neither comma nor `|`. */
type Records = { readonly [Name: string]: "integer" | "decimal" | "string" };
export type ReplyKinds = Readonly<Record<string, ReplyKind | Records>>;
export type ReplyOf<Declared extends ReplyKinds> = {
  readonly [Name in keyof Declared]: Declared[Name] extends ReplyKind
    ? ReplyValue[Declared[Name]]
    : readonly RecordOf<Declared[Name]>[];
};
type RecordOf<Declared> = {
  readonly [Name in keyof Declared]: Declared[Name] extends ReplyKind
    ? ReplyValue[Declared[Name]]
    : never;
};

const NUMBERS: readonly unknown[] = ["integer", "decimal", "integer?", "decimal?"];
const FORMATS = { integer: "%d", decimal: "%.17g", string: "%s" } as const;

/** How arguments travel: all numbers as one text, if there are any, then the others. */
export type Layout = {
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
  readonly count: number;
};

/** The driver's work grows with the arguments, so that numbers are packed. */
export function layoutOf(args: Kinds): Layout {
  const names = Object.keys(args);
  const numbers = names.filter((name) => args[name] === "number");
  const texts = names.filter((name) => args[name] !== "number");
  return { numbers, texts, count: Math.min(1, numbers.length) + texts.length };
}

/** Lua that makes `keys` and `args`. */
export function luaOfArguments(keys: readonly string[], layout: Layout): string {
  const { numbers, texts, count } = layout;
  const packed = count - texts.length;
  const fields = [
    ...numbers.map((name, index) => `${name} = n${index} + 0`),
    ...texts.map((name, index) => `${name} = ARGV[${packed + index + 1}]`),
  ];
  const names = numbers.map((_, index) => `n${index}`).join(", ");
  const pattern = numbers.map(() => "(%S+)").join(" ");
  return [
    `local keys = { ${keys.map((name, index) => `${name} = KEYS[${index + 1}]`).join(", ")} }`,
    ...(packed === 0 ? [] : [`local ${names} = string.match(ARGV[1], "^${pattern}$")`]),
    `local args = { ${fields.join(", ")} }`,
  ].join("\n");
}

/** Lua that makes `eachMember`, which goes through the members' values in the order of their names. */
export function luaOfMembers(members: Kinds, before: number): string {
  const kinds = Object.values(members);
  if (kinds.length === 0) return "";
  const values = kinds.map((kind, index) => {
    return `ARGV[i + ${index + 1}]${kind === "number" ? " + 0" : ""}`;
  });
  return `
local function eachMember()
  local i = ${before - kinds.length}
  return function()
    i = i + ${kinds.length}
    if i < #ARGV then return ${values.join(", ")} end
  end
end`;
}

/**
 * Lua that makes `answer(values, status)`, and for each list of records `<name>Answer(record)` without the
 * plural of its name: `laneAnswer` for `lanes`.
 */
export function luaOfReply(reply: ReplyKinds): string {
  const { packed, texts } = elementsOf(reply);
  const elements = texts.map((name) => luaText(reply, name));
  if (packed.length > 0) elements.unshift(luaNumbers(packed, reply));
  const records = Object.entries(reply).flatMap(([name, kind]) => luaRecord(name, kind));
  return [
    ...records,
    `local function answer(r, status) return { ${['status or "OK"', ...elements].join(", ")} } end`,
  ].join("\n");
}

/** The numbers of a reply travel as one text, like those of the arguments. */
function elementsOf(reply: ReplyKinds) {
  const names = Object.keys(reply);
  const packed = names.filter((name) => NUMBERS.includes(reply[name]));
  return { packed, texts: names.filter((name) => !packed.includes(name)) };
}

function luaNumbers(names: readonly string[], reply: ReplyKinds): string {
  const kinds = names.map((name) => String(reply[name]));
  const formats = kinds.map((kind) => (kind.endsWith("?") ? "%s" : formatOf(kind)));
  const values = names.map((name, index) => {
    const kind = kinds[index] ?? "";
    if (!kind.endsWith("?")) return `r.${name}`;
    return `r.${name} == nil and "-" or string.format("${formatOf(kind)}", r.${name})`;
  });
  return `string.format("${formats.join(" ")}", ${values.join(", ")})`;
}

function formatOf(kind: string): string {
  return kind.startsWith("integer") ? FORMATS.integer : FORMATS.decimal;
}

function luaText(reply: ReplyKinds, name: string): string {
  const kind = reply[name];
  if (kind === "integers" || kind === "strings") return `table.concat(r.${name}, ",")`;
  return typeof kind === "object" ? `table.concat(r.${name}, "|")` : `r.${name}`;
}

function luaRecord(name: string, kind: ReplyKinds[string] | undefined): string[] {
  if (typeof kind !== "object") return [];
  const fields = Object.entries(kind);
  const format = fields.map(([, one]) => FORMATS[one]).join(",");
  const values = fields.map(([field]) => `r.${field}`).join(", ");
  const maker = `${name.replace(/s$/, "")}Answer`;
  return [`local function ${maker}(r) return string.format("${format}", ${values}) end`];
}

/** Makes a reader of what `answer` made, behind its status. It throws when numbers are missing. */
export function createReplyReader<Declared extends ReplyKinds>(reply: Declared) {
  const { packed, texts } = elementsOf(reply);
  const textsFrom = Math.min(1, packed.length);
  const readers = texts.map((name) => ({ name, read: textReaderOf(reply[name]) }));

  return function readReply(elements: readonly unknown[]): ReplyOf<Declared> {
    const numbers = packed.length === 0 ? [] : String(elements[0]).split(" ");
    if (numbers.length !== packed.length) throw new Error("A script answered too few numbers.");
    const values: Record<string, unknown> = {};
    let at = 0;
    for (const name of packed) {
      const text = numbers[at];
      values[name] = text === "-" ? null : Number(text);
      at += 1;
    }
    at = textsFrom;
    for (const { name, read } of readers) {
      values[name] = read(elements[at]);
      at += 1;
    }
    // Each value was read as it is declared, which the loops above hide from the compiler.
    return values as ReplyOf<Declared>;
  };
}

function textReaderOf(kind: ReplyKinds[string] | undefined): (raw: unknown) => unknown {
  if (kind === "list") return (raw) => (Array.isArray(raw) ? raw.map(String) : []);
  if (kind === "integers") return (raw) => listed(raw).map(Number);
  if (kind === "strings") return listed;
  if (typeof kind !== "object") return (raw) => String(raw ?? "");
  const readRecord = recordReaderOf(kind);
  return (raw) => String(raw).split("|").map(readRecord);
}

function listed(raw: unknown): string[] {
  const text = String(raw ?? "");
  return text === "" ? [] : text.split(",");
}

function recordReaderOf(kinds: Records) {
  const fields = Object.entries(kinds);
  return (text: string): Readonly<Record<string, string | number>> => {
    const texts = text.split(",");
    const record: Record<string, string | number> = {};
    let at = 0;
    for (const [name, kind] of fields) {
      const value = texts[at] ?? "";
      record[name] = kind === "string" ? value : Number(value);
      at += 1;
    }
    return record;
  };
}
