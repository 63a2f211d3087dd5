import type { z } from "zod";
import type { Action } from "./action-result";
import { toPublicError } from "./problem";

/** A function with the schema of its input beside it, for what is no `Verb`. */
export function withInput<Caller, Schema extends z.ZodType, Data>(
  input: Schema,
  run: (caller: Caller, given: z.input<Schema>) => Promise<Data>,
) {
  return Object.assign((caller: Caller, given: z.input<Schema>) => run(caller, given), { input });
}

/** Builds `defineAction` for a way to know who asks. */
export function createDefineAction<Caller>(
  getCaller: () => Promise<Caller>,
  reportError: (error: unknown, caller: Caller | undefined) => void,
) {
  /**
   * A server action for a verb that has the schema of its input. Every error becomes an answer.
   *
   * Anybody can call an action with anything, whatever its type says. So the input is checked here,
   * and the verb is called only with what its type promises. The verb parses for itself, as it does
   * for every caller: it must not depend on who checked before, and its defaults apply once.
   */
  return function defineAction<Schema extends z.ZodType, Data>(
    verb: ((caller: Caller, input: z.input<Schema>) => Promise<Data>) & { readonly input: Schema },
  ): Action<z.input<Schema>, Data> {
    return async (input) => {
      let caller: Caller | undefined;
      try {
        caller = await getCaller();
        requireInput(verb.input, input);
        return { ok: true, data: await verb(caller, input) };
      } catch (error) {
        reportError(error, caller);
        return { ok: false, error: toPublicError(error) };
      }
    };
  };
}

/** Throws a `ZodError` for what the schema does not take. */
function requireInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): asserts input is z.input<Schema> {
  schema.parse(input);
}
