import { z } from "zod";
import { type Operation, pathNames } from "@/lib/api/operation";
import type { ServiceContext } from "@/lib/services/ground/context";

type Values = Readonly<Record<string, unknown>>;

/** An operation as assistants see it. */
export type Tool = {
  /** The id of the operation. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object"; readonly [keyword: string]: unknown };
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: false;
  };
};

/**
 * The operations that somebody's key may use: of its permissions, of its events, and with one of the tags where some are named.
 * Files are left out: an assistant reads the same page by page.
 */
export function permittedOperations(
  operations: readonly Operation[],
  { permissions, eventIds }: Pick<ServiceContext, "permissions" | "eventIds">,
  tags: ReadonlySet<string> | null,
): readonly Operation[] {
  return operations.filter(({ permission, path, keepsToEvents, tag, isFile }) => {
    const isReached =
      eventIds === undefined || keepsToEvents === true || pathNames(path).includes("eventId");
    const isWanted = tags === null || tags.has(tagName(tag));
    return permissions.has(permission) && isReached && isWanted && isFile !== true;
  });
}

/** `access-codes` for the tag *Access codes*. */
export function tagName(tag: string): string {
  return tag.trim().toLowerCase().replaceAll(" ", "-");
}

/** An operation as a tool. */
export function toolOf(operation: Operation): Tool {
  const { id, summary, description, method, asksApproval } = operation;
  const { $schema, ...schema } = z.toJSONSchema(operation.input, {
    io: "input",
    unrepresentable: "any",
  });
  const asks =
    asksApproval === true
      ? "It may need a second person: then nothing has happened yet."
      : undefined;
  return {
    name: id,
    title: summary,
    description: [`${summary}.`, description, asks].filter(Boolean).join(" "),
    inputSchema: { ...schema, type: "object" },
    annotations: {
      title: summary,
      readOnlyHint: method === "GET",
      destructiveHint: method === "DELETE" || asksApproval === true,
      idempotentHint: method !== "POST",
      openWorldHint: false,
    },
  };
}

/** A call of a tool as a request for the API. */
export type ToolRequest = {
  readonly method: Operation["method"];
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
};

/** The request that a tool's input makes. What the path names is taken out of query and body. */
export function requestOf({ method, path }: Operation, input: Values): ToolRequest {
  const inPath = new Set(pathNames(path));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name] ?? "")),
  );
  const rest = Object.entries(input).filter(([name]) => !inPath.has(name));
  if (method !== "GET") {
    const body = rest.length === 0 ? "" : JSON.stringify(Object.fromEntries(rest));
    return { method, path: filled, query: new URLSearchParams(), body: Buffer.from(body) };
  }
  const query = new URLSearchParams(
    rest.flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
    ),
  );
  return { method, path: filled, query, body: new Uint8Array() };
}
