import { createHash } from "node:crypto";
import { invalidField } from "@/lib/services/ground/errors";
import type { TextFile } from "@/lib/services/ground/text-file";
import type { Caller } from "./callers";
import type { ApiAnswer } from "./handle";
import type { Operation } from "./operation";
import { type Page, pageOf } from "./page";
import { readInput } from "./read-input";

type Values = Readonly<Record<string, unknown>>;

type Read = {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Of whoever asks. */
  readonly context: Caller["context"];
};

/** Answers a GET. Throws what its verb throws, and `invalid` for fields that it does not have. */
export async function readOnce({ operation, params, query, context }: Read): Promise<ApiAnswer> {
  const input = readInput(operation, { params, query, body: {} });
  const result = await run(operation, context, input);
  if (operation.isFile === true) return fileAnswer(result);
  const page = pageWithin(operation, result, query);
  if (page !== null) {
    const items = page.items.map((item) => chosenFields(item, query));
    return { status: 200, headers: {}, body: JSON.stringify({ ...page, items }) };
  }
  const { text, etag } = writtenOf(result);
  const chosen = chosenFields(result, query);
  const body = chosen === result ? text : JSON.stringify(chosen);
  return { status: operation.status, headers: { etag }, body };
}

type Written = { readonly text: string; readonly etag: string };
const written = new WeakMap<object, Written>();

/** What a verb answers once more, as the same object, is not written once more. */
function writtenOf(result: unknown): Written {
  const key = Object(result);
  const known = written.get(key);
  if (known !== undefined) return known;
  const text = JSON.stringify(result);
  const made = { text, etag: etagOf(text) };
  written.set(key, made);
  return made;
}

/** Of a verb that answers a file: `file` has seen to it. */
function fileAnswer(result: unknown): ApiAnswer {
  const { contentType, fileName, pieces } = result as TextFile;
  const disposition = `attachment; filename="${fileName}"`;
  const headers = { "content-type": contentType, "content-disposition": disposition };
  return { status: 200, headers, body: "", pieces };
}

/** The page that was asked for, of a verb that answers a list or a page of one; null for any other answer. */
function pageWithin(operation: Operation, result: unknown, query: URLSearchParams): Page | null {
  if (operation.pageBy === undefined) return isPage(result) ? result : null;
  // A listing answers a list of what `pageBy` takes: `listing` has seen to it.
  return pageOf(result as readonly never[], operation.pageBy, {
    limit: query.get("limit"),
    cursor: query.get("cursor"),
  });
}

function isPage(result: unknown): result is Page {
  return (
    typeof result === "object" && result !== null && "items" in result && "nextCursor" in result
  );
}

/** `?fields=eventId,name`: only these. Throws `invalid` for one that the answer does not have. */
function chosenFields(value: unknown, query: URLSearchParams): unknown {
  const wanted = query.get("fields");
  if (wanted === null || typeof value !== "object" || value === null) return value;
  const entries = new Map(Object.entries(value));
  const chosen = wanted.split(",").map((name) => {
    if (!entries.has(name)) throw invalidField("fields", `There is no field “${name}”.`);
    return [name, entries.get(name)];
  });
  return Object.fromEntries(chosen);
}

/** Two answers have the same if they say the same. */
export function etagOf(text: string): string {
  const hash = createHash("sha256").update(text).digest("base64url");
  return `"${hash.slice(0, 22)}"`;
}

/** Carries an operation out. */
export function run(
  operation: Operation,
  context: Caller["context"],
  input: Values,
): Promise<unknown> {
  // It is for whoever holds such a key, and the input was read by the operation's own schema.
  return operation.run(context as never, input as never);
}
