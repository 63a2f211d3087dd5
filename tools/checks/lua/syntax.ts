import luaparse, { type Chunk, type Expression, type Identifier, type Node } from "luaparse";

export type LuaFile = {
  readonly name: string;
  readonly chunk: Chunk;
  /** All nodes, parents first. */
  readonly nodes: readonly Node[];
  /** Names that it uses and does not declare. */
  readonly globals: ReadonlySet<string>;
  readonly needs: readonly string[];
  readonly leaves: readonly string[];
};

/** Reads a Lua file; throws with the line where it is not Lua 5.1, which Redis runs. */
export function parseLua(name: string, text: string): LuaFile {
  const chunk = luaparse.parse(text, { luaVersion: "5.1", scope: true, locations: true });
  const nodes = nodesOf(chunk);
  const globals = new Set(nodes.filter(isGlobal).map((identifier) => identifier.name));
  const [needs, leaves] = [namesBehind(text, "NEEDS"), namesBehind(text, "LEAVES")];
  return { name, chunk, nodes, globals, needs, leaves };
}

function namesBehind(text: string, word: string): string[] {
  const found = new RegExp(`^-- ${word} *(.*)$`, "m").exec(text)?.[1] ?? "";
  return found.split(" ").filter((name) => name !== "");
}

export function setOf(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

function nodesOf(root: Node): Node[] {
  return [root, ...childrenOf(root).flatMap(nodesOf)];
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value: unknown) => [value].flat().filter(isNode));
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** The parser marks names that are used; fields of tables carry no mark. */
function isGlobal(node: Node): node is Identifier {
  return node.type === "Identifier" && "isLocal" in node && node.isLocal === false;
}

export function lineOf(node: Node): number {
  return node.loc?.start.line ?? 0;
}

/** What a string in quotes says; null for everything else. */
export function textOf(node: Node | undefined): string | null {
  if (node?.type !== "StringLiteral") return null;
  // The parser leaves `value` empty unless it is told an encoding.
  return node.raw.slice(1, -1);
}

/** `a.b` for a name and a field of it, `a` for a name; null for everything else. */
export function pathOf(node: Node | undefined): string | null {
  if (node?.type === "Identifier") return node.name;
  if (node?.type !== "MemberExpression" || node.base.type !== "Identifier") return null;
  return `${node.base.name}.${node.identifier.name}`;
}

export type Call = {
  readonly to: string;
  readonly args: readonly Expression[];
  readonly line: number;
};

/** The calls of a file, by the path of what they call. */
export function callsOf({ nodes }: Pick<LuaFile, "nodes">): Call[] {
  return nodes.flatMap((node) => {
    if (node.type !== "CallExpression" && node.type !== "TableCallExpression") return [];
    const to = pathOf(node.base);
    return to === null ? [] : [{ to, args: [node.arguments].flat(), line: lineOf(node) }];
  });
}

/** The names in front of `=` in a table; null for what is no table of named fields. */
export function fieldNames(node: Node | undefined): string[] | null {
  if (node?.type !== "TableConstructorExpression") return null;
  return node.fields.flatMap((field) => (field.type === "TableKeyString" ? [field.key.name] : []));
}
