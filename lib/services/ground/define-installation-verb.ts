import type { z } from "zod";
import type { InstallationPermission } from "@/lib/domain/permissions/installation";
import { traced } from "@/lib/platform/observability/traces/traced";
import type { ActSource } from "./act-source";
import { forbidden } from "./errors";

/** A program that manages customers: who it is, and what its key allows. It belongs to no customer. */
export type InstallationCaller = {
  readonly key: { readonly id: string; readonly name: string };
  readonly permissions: ReadonlySet<InstallationPermission>;
  readonly source?: ActSource;
};

/** A verb of such a program, with the schema of its input and what it takes to run it. */
export type InstallationVerb<Schema extends z.ZodType, Result> = {
  (caller: InstallationCaller, rawInput: z.input<Schema>): Promise<Result>;
  readonly input: Schema;
  readonly permission: InstallationPermission;
};

/** Such a verb: throws `forbidden` to a key without the permission, then a `ZodError`, and only then runs. */
export function defineInstallationVerb<Schema extends z.ZodType, Result>(
  permission: InstallationPermission,
  input: Schema,
  run: (caller: InstallationCaller, input: z.output<Schema>) => Promise<Result>,
): InstallationVerb<Schema, Result> {
  const carryOut = async (caller: InstallationCaller, rawInput: z.input<Schema>) => {
    if (!caller.permissions.has(permission)) {
      throw forbidden(`This key of the installation does not include ${permission}.`);
    }
    return run(caller, input.parse(rawInput));
  };
  const verb = (caller: InstallationCaller, rawInput: z.input<Schema>) =>
    traced(permission, () => carryOut(caller, rawInput), { isVerb: true });
  return Object.assign(verb, { input, permission });
}
