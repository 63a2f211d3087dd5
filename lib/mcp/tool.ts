import { z } from "zod";
import { isForCustomers, type Operation, pathNames } from "@/lib/api/operation";
import type { ServiceContext } from "@/lib/services/ground/context";

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
  return operations
    .filter(isForCustomers)
    .filter(({ permission, path, keepsToEvents, tag, isFile }) => {
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

const tools = new WeakMap<Operation, Tool>();

/** An operation as a tool. It is described once: an assistant may ask for its tools as often as for anything. */
export function toolOf(operation: Operation): Tool {
  const known = tools.get(operation) ?? describe(operation);
  tools.set(operation, known);
  return known;
}

function describe(operation: Operation): Tool {
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
