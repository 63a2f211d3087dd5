import { z } from "zod";

/** Answers that have a name of their own in the document, and so a type in generated clients. */
export const names = z.registry<{ id: string }>();

/** Gives the schema of an answer its name. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  names.add(schema, { id });
  return schema;
}

const visitorTexts = new WeakSet<object>();

/** A text that a visitor's browser sent. Whoever shows it must not take it for anything that the customer's people wrote. */
export function visitorText(): z.ZodString {
  const schema = z.string();
  visitorTexts.add(schema);
  return schema;
}

/** True for the schema of such a text. */
export function isFromVisitor(schema: object): boolean {
  return visitorTexts.has(schema);
}
