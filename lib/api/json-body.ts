import { invalidField, ServiceError } from "@/lib/services/ground/errors";

/** Deeper than anything that an operation takes. */
const DEPTH_MAX = 32;

type Sent = { readonly body: Uint8Array; readonly header: (name: string) => string | null };

/** The body of a request, which may be empty. Throws `invalid` for any other content type than JSON, and as `parseJsonBody`. */
export function bodyOf({ body, header }: Sent): Readonly<Record<string, unknown>> {
  const type = header("content-type") ?? "application/json";
  if (body.length > 0 && !/^application\/json\b/i.test(type)) {
    throw new ServiceError("invalid", "Send the body as application/json.");
  }
  return parseJsonBody(body);
}

/**
 * Reads a body of JSON as its sender meant it. Throws `invalid` for what is no UTF-8 or no JSON, no object, nested deeper than
 * 32 levels, and for an object that has the same key twice, at the key's pointer: of two values nobody knows which was meant.
 */
export function parseJsonBody(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length === 0) return {};
  const text = decode(bytes);
  refuseFolds(text);
  const value = parse(text);
  if (!isObject(value)) throw new ServiceError("invalid", "The body must be a JSON object.");
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ServiceError("invalid", "The body is not UTF-8.", { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ServiceError("invalid", "The body is not JSON.", { cause: error });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/** One object or array that is open; `keys` is null in an array. */
type Level = { readonly keys: Set<string> | null; name: string };

/** Reads no values: what is no JSON passes here, and is refused by the parser. */
function refuseFolds(text: string): void {
  const levels: Level[] = [];
  let last = "";
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") open(levels, token);
    if (token === "}" || token === "]") levels.pop();
    if (token === ":") noteKey(levels, last);
    last = token;
  }
}

function open(levels: Level[], token: "{" | "["): void {
  if (levels.length === DEPTH_MAX) {
    throw new ServiceError("invalid", `The body is nested deeper than ${DEPTH_MAX} levels.`);
  }
  levels.push({ keys: token === "{" ? new Set() : null, name: "" });
}

function noteKey(levels: readonly Level[], written: string): void {
  const level = levels.at(-1);
  if (level === undefined || level.keys === null) return;
  level.name = String(parse(written));
  if (level.keys.has(level.name)) {
    const field = levels.flatMap(({ name }) => (name === "" ? [] : [name])).join(".");
    throw invalidField(field, `“${level.name}” is there twice.`);
  }
  level.keys.add(level.name);
}
