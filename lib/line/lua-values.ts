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

/** A value that stands in a field of the line, which is answered without the script naming it. */
export type FromLine = {
  readonly field: string;
  readonly kind: "integer" | "decimal" | "integer?" | "decimal?" | "string";
};
type RecordKind = "integer" | "decimal" | "string" | FromLine;
/** A list of records, whose texts hold neither comma nor `|`. */
export type Records = { readonly each: Readonly<Record<string, RecordKind>> };
export type ReplyKinds = Readonly<Record<string, ReplyKind | FromLine | Records>>;

type KindValue<Kind> = Kind extends ReplyKind
  ? ReplyValue[Kind]
  : Kind extends FromLine
    ? ReplyValue[Kind["kind"]]
    : never;
export type ReplyOf<Declared extends ReplyKinds> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Records
    ? readonly RecordOf<Declared[Name]["each"]>[]
    : KindValue<Declared[Name]>;
};
type RecordOf<Declared> = { readonly [Name in keyof Declared]: KindValue<Declared[Name]> };

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

/** The kind of a value, wherever it comes from; null for a list of records. */
function kindOf(declared: ReplyKinds[string] | undefined): ReplyKind | null {
  if (typeof declared === "string") return declared;
  return declared !== undefined && "kind" in declared ? declared.kind : null;
}

function isNumber(kind: ReplyKind | null): boolean {
  return kind?.startsWith("integer") === true ? kind !== "integers" : !!kind?.startsWith("decimal");
}

export function isFromLine(kind: unknown): kind is FromLine {
  return typeof kind === "object" && kind !== null && "field" in kind;
}

/** The name of the function that makes a record: `laneAnswer` for `lanes`. */
export function recordMaker(name: string): string {
  return `${name.replace(/s$/, "")}Answer`;
}

/**
 * Lua that makes `answer(values, status)` and a maker for each list of records. Where values come from the
 * line, `line`, and in a record `lane`, are given with the others, after the line was flushed.
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
  const packed = names.filter((name) => isNumber(kindOf(reply[name])));
  return { packed, texts: names.filter((name) => !packed.includes(name)) };
}

function luaNumbers(names: readonly string[], reply: ReplyKinds): string {
  const parts = names.map((name) => {
    const declared = reply[name];
    const kind = kindOf(declared) ?? "";
    const format = kind.startsWith("integer") ? FORMATS.integer : FORMATS.decimal;
    if (isFromLine(declared)) return { format: "%s", value: `text(r.line, "${declared.field}")` };
    if (!kind.endsWith("?")) return { format, value: `r.${name}` };
    const value = `r.${name} == nil and "" or string.format("${format}", r.${name})`;
    return { format: "%s", value };
  });
  const format = parts.map((part) => part.format).join(" ");
  return `string.format("${format}", ${parts.map(({ value }) => value).join(", ")})`;
}

function luaText(reply: ReplyKinds, name: string): string {
  const declared = reply[name];
  if (isFromLine(declared)) return `text(r.line, "${declared.field}")`;
  if (declared === "integers" || declared === "strings") return `table.concat(r.${name}, ",")`;
  return typeof declared === "object" ? `table.concat(r.${name}, "|")` : `r.${name}`;
}

function luaRecord(name: string, declared: ReplyKinds[string]): string[] {
  if (typeof declared === "string" || isFromLine(declared)) return [];
  const parts = Object.entries(declared.each).map(([field, kind]) =>
    isFromLine(kind)
      ? { format: "%s", value: `laneText(r.line, r.lane, "${kind.field}")` }
      : { format: FORMATS[kind], value: `r.${field}` },
  );
  const format = parts.map((part) => part.format).join(",");
  const values = parts.map(({ value }) => value).join(", ");
  return [
    `local function ${recordMaker(name)}(r) return string.format("${format}", ${values}) end`,
  ];
}

/** Makes a reader of what `answer` made, behind its status. It throws when numbers are missing. */
export function createReplyReader<Declared extends ReplyKinds>(reply: Declared) {
  const { packed, texts } = elementsOf(reply);
  const textsFrom = Math.min(1, packed.length);
  const numbers = packed.map((name) => ({ name, isOptional: kindOf(reply[name])?.endsWith("?") }));
  const readers = texts.map((name) => ({ name, read: textReaderOf(reply[name]) }));

  return function readReply(elements: readonly unknown[]): ReplyOf<Declared> {
    const parts = packed.length === 0 ? [] : String(elements[0]).split(" ");
    if (parts.length !== packed.length) throw new Error("A script answered too few numbers.");
    const values: Record<string, unknown> = {};
    let at = 0;
    for (const { name, isOptional } of numbers) {
      const text = parts[at];
      values[name] = isOptional && text === "" ? null : Number(text);
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

function textReaderOf(declared: ReplyKinds[string] | undefined): (raw: unknown) => unknown {
  switch (kindOf(declared)) {
    case "list":
      return (raw) => (Array.isArray(raw) ? raw.map(String) : []);
    case "integers":
      return (raw) => listed(raw).map(Number);
    case "strings":
      return listed;
    case null:
      return recordsReaderOf(declared);
    default:
      return (raw) => String(raw ?? "");
  }
}

function listed(raw: unknown): string[] {
  const text = String(raw ?? "");
  return text === "" ? [] : text.split(",");
}

function recordsReaderOf(declared: ReplyKinds[string] | undefined): (raw: unknown) => unknown {
  const each = typeof declared === "object" && "each" in declared ? declared.each : {};
  const fields = Object.entries(each).map(([name, kind]) => {
    return { name, isText: (isFromLine(kind) ? kind.kind : kind) === "string" };
  });
  const readRecord = (text: string) => {
    const texts = text.split(",");
    const record: Record<string, string | number> = {};
    let at = 0;
    for (const { name, isText } of fields) {
      const value = texts[at] ?? "";
      record[name] = isText ? value : Number(value);
      at += 1;
    }
    return record;
  };
  return (raw) => String(raw).split("|").map(readRecord);
}
