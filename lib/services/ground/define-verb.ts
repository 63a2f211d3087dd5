import { z } from "zod";
import type { Tx } from "@/lib/db/client";
import { traced } from "@/lib/platform/observability/traces/traced";
import type { Permission, ServiceContext } from "./context";
import { requireFreshSignIn } from "./require-fresh-sign-in";
import { requirePermission } from "./require-permission";
import { withTransaction } from "./with-transaction";

/** Of a verb that needs to be told nothing. */
export const noInput = z.strictObject({});

/** An input that may be empty may be left out. */
type Given<Input> = Record<never, never> extends Input ? [rawInput?: Input] : [rawInput: Input];

/** A verb, with the schema of its input and what it takes to run it, for whoever asks before they call. */
export type Verb<Schema extends z.ZodType, Result> = {
  (context: ServiceContext, ...rawInput: Given<z.input<Schema>>): Promise<Result>;
  readonly input: Schema;
  readonly permission: Permission;
};

type Run<Schema extends z.ZodType, Result> = (
  context: ServiceContext,
  input: z.output<Schema>,
) => Promise<Result>;

type Change<Schema extends z.ZodType, Result> = (
  tx: Tx,
  ...args: Parameters<Run<Schema, Result>>
) => Promise<Result>;

/** Somebody of whom nothing is known but where they ask from. */
export type Asker = { readonly address: string };

/** A verb for everybody, which asks for no permission and belongs to no customer. */
export type OpenVerb<Schema extends z.ZodType, Result> = {
  (asker: Asker, rawInput: z.input<Schema>): Promise<Result>;
  readonly input: Schema;
};

/** Such a verb: throws a `ZodError` for input that the schema does not take, and only then runs. */
export function defineOpenVerb<Schema extends z.ZodType, Result>(
  input: Schema,
  run: (asker: Asker, input: z.output<Schema>) => Promise<Result>,
): OpenVerb<Schema, Result> {
  const verb = async (asker: Asker, rawInput: z.input<Schema>) => run(asker, input.parse(rawInput));
  return Object.assign(verb, { input });
}

/**
 * A verb: throws `forbidden` to whoever does not have the permission, then a `ZodError` for input that the schema does
 * not take, and only then runs.
 */
export function defineVerb<Schema extends z.ZodType, Result>(
  permission: Permission,
  input: Schema,
  run: Run<Schema, Result>,
): Verb<Schema, Result> {
  return verbOf(permission, input, run);
}

/** The same for what only somebody does who has just proven who they are: it throws `reauthenticate` before it reads the input. */
export function defineProvenVerb<Schema extends z.ZodType, Result>(
  permission: Permission,
  input: Schema,
  run: Run<Schema, Result>,
): Verb<Schema, Result> {
  return verbOf(permission, input, run, requireFreshSignIn);
}

/** A verb in a transaction: what it writes, its audit row and its outbox entries are stored together or not at all. */
export function defineChange<Schema extends z.ZodType, Result>(
  permission: Permission,
  input: Schema,
  change: Change<Schema, Result>,
): Verb<Schema, Result> {
  return defineVerb(permission, input, inTransaction(change));
}

/** Such a change that only somebody makes who has just proven who they are. */
export function defineProvenChange<Schema extends z.ZodType, Result>(
  permission: Permission,
  input: Schema,
  change: Change<Schema, Result>,
): Verb<Schema, Result> {
  return defineProvenVerb(permission, input, inTransaction(change));
}

function verbOf<Schema extends z.ZodType, Result>(
  permission: Permission,
  input: Schema,
  run: Run<Schema, Result>,
  prove?: (context: ServiceContext) => Promise<void>,
): Verb<Schema, Result> {
  const carryOut = async (context: ServiceContext, rawInput: unknown) => {
    requirePermission(context, permission);
    await prove?.(context);
    return run(context, input.parse(rawInput ?? {}));
  };
  const verb = (context: ServiceContext, ...[rawInput]: Given<z.input<Schema>>) =>
    traced(permission, () => carryOut(context, rawInput), { isVerb: true });
  return Object.assign(verb, { input, permission });
}

function inTransaction<Schema extends z.ZodType, Result>(
  change: Change<Schema, Result>,
): Run<Schema, Result> {
  return ({ keepAnswer, ...context }, input) =>
    withTransaction(context, async (tx) => {
      const answer = await change(tx, context, input);
      await keepAnswer?.(tx, answer);
      return answer;
    });
}
