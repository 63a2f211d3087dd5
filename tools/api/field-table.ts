import { type ApiDocument, inputOf } from "./client-types";
import type { Schema } from "./type-text";

/** The module from which the command line makes its options. */
export function fieldTable({ paths, components }: ApiDocument): string {
  const rows = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((operation) => {
      const { properties = {}, required = [] } = inputOf(
        operation,
        components.parameters,
        (one) => one.in !== "header" && one.name !== "fields",
      );
      const fields = Object.entries(properties).map(([name, schema]) => ({
        name,
        ...kindOf(schema),
        ...(required.includes(name) ? { isRequired: true } : {}),
      }));
      const row = JSON.stringify({ summary: operation.summary, fields });
      return `  ${operation.operationId}: ${row},`;
    }),
  );
  return `${HEAD}${rows.join("\n")}\n};\n`;
}

const HEAD = `// Made from docs/api/openapi.json by \`npm run api -- --write\`; not to be edited.
import type { OperationId } from "@/client/src/create-client";
import type { OperationFields } from "../operation-fields";

export const FIELDS: Readonly<Record<OperationId, OperationFields>> = {
`;

/** How a command line takes a value: as text, or as JSON where the value has parts. */
function kindOf(schema: Schema): object {
  const either = schema.anyOf ?? schema.oneOf ?? [];
  const rest = either.filter(({ type }) => type !== "null");
  const isNullable = rest.length < either.length ? { isNullable: true } : {};
  const [one = schema, ...others] = rest;
  if (rest.length > 1 && rest.every(isTextual)) return { kind: "text", ...isNullable };
  if (others.length > 0) return { kind: "json", ...isNullable };
  if (one.enum !== undefined) return { kind: "text", choices: one.enum, ...isNullable };
  if (one.type === "array") return { kind: isTextual(one.items) ? "list" : "json", ...isNullable };
  const types = [one.type ?? []].flat();
  const [type = "", ...more] = types.filter((name) => name !== "null");
  const kind = more.length === 0 ? KINDS[type] : undefined;
  const mayBeNull = types.includes("null") ? { isNullable: true } : isNullable;
  return { kind: kind ?? "json", ...mayBeNull };
}

const isTextual = (schema: Schema | undefined) => schema?.type === "string";

const KINDS: Readonly<Record<string, string>> = {
  ...{ string: "text", integer: "number", number: "number", boolean: "boolean" },
};
