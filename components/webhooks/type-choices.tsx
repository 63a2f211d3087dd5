import type { ReactNode } from "react";
import type { CHOSEN_TYPES } from "@/lib/domain/domain-event/catalogue";
import type { TypeGroup } from "./type-groups";

/** What a form holds of types: by their names, with an underscore for the dot, which a form takes for a path. */
export type ChosenTypes = Record<string, boolean>;

/** How a form names a type. */
export const typeField = (type: string) => type.replace(".", "_");

/** The form of these types. */
export function chooseTypes(types: readonly string[]): ChosenTypes {
  return Object.fromEntries(types.map((type) => [typeField(type), true]));
}

/** The types that are chosen. The service refuses what is no type. */
export function typesOf(chosen: ChosenTypes): (typeof CHOSEN_TYPES)[number][] {
  const fields = Object.keys(chosen).filter((field) => chosen[field] === true);
  return fields.map((field) => field.replace("_", ".")) as (typeof CHOSEN_TYPES)[number][];
}

type TypeChoicesProps = {
  groups: readonly TypeGroup[];
  /** Why the choice was refused. */
  problem?: unknown;
  field: (type: TypeGroup["types"][number]) => ReactNode;
};

/** A field for each type, in groups. */
export function TypeChoices({ groups, problem, field }: TypeChoicesProps) {
  return (
    <div className="flex flex-col gap-4">
      {typeof problem === "string" ? (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      ) : null}
      {groups.map(({ label, types }) => (
        <fieldset key={label}>
          <legend className="mb-2 text-xs font-medium text-muted">{label}</legend>
          <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">{types.map(field)}</div>
        </fieldset>
      ))}
    </div>
  );
}
