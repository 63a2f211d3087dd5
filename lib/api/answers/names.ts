import { z } from "zod";

/** Answers that have a name of their own in the document, and so a type in generated clients. */
export const names = z.registry<{ id: string }>();

/** Gives the schema of an answer its name. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  names.add(schema, { id });
  return schema;
}
