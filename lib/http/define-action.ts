import type { z } from "zod";
import { type PublicError, toPublicError } from "./problem";

export type ActionResult<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly error: PublicError };

/** Builds `defineAction` for a way to know who asks. */
export function createDefineAction<Caller>(
  getCaller: () => Promise<Caller>,
  reportError: (error: unknown) => void,
) {
  /**
   * A server action for a verb. What comes from the browser is unknown until the schema has parsed
   * it; the verb gets the input, not the output, because it parses again what it is given.
   */
  return function defineAction<Schema extends z.ZodType, Data>(
    schema: Schema,
    service: (caller: Caller, input: z.input<Schema>) => Promise<Data>,
  ) {
    return async (rawInput: z.input<Schema>): Promise<ActionResult<Data>> => {
      try {
        const caller = await getCaller();
        schema.parse(rawInput);
        return { ok: true, data: await service(caller, rawInput) };
      } catch (error) {
        reportError(error);
        return { ok: false, error: toPublicError(error) };
      }
    };
  };
}
