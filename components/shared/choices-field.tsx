import {
  type Control,
  type FieldPath,
  type FieldValues,
  get,
  useFormState,
  useWatch,
} from "react-hook-form";
import { CheckField } from "./check-field";

/** What a form holds of choices: by their keys, true for those that are chosen. */
export type Choices = Record<string, boolean>;

/** Choices below one heading. */
export type ChoiceGroup = {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
};

/** How a form names a choice: it takes a dot for a path. */
export const choiceKey = (value: string) => value.replaceAll(".", "_");

/** The form of these choices. */
export function toChoices(values: readonly string[]): Choices {
  return Object.fromEntries(values.map((value) => [choiceKey(value), true]));
}

type ChoicesFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  /** Holds `Choices`. */
  name: FieldPath<Values>;
  groups: readonly ChoiceGroup[];
  /** Beside each other, where they are short. */
  isInline?: boolean;
};

/** Any number of choices, bound to a form. Why the service refused to take none stands above them. */
export function ChoicesField<Values extends FieldValues>(props: ChoicesFieldProps<Values>) {
  const { control, name, groups, isInline = false } = props;
  const layout = isInline ? "flex flex-wrap" : "grid sm:grid-cols-2";
  const { errors } = useFormState({ control, name });
  const isAnyChosen = Object.values<unknown>(useWatch({ control, name }) ?? {}).includes(true);
  const problem: unknown = isAnyChosen ? undefined : get(errors, `${name}.message`);
  const legend = groups.length > 1 ? "text-xs font-medium text-muted" : "text-sm font-medium";
  return (
    <div className="flex flex-col gap-4">
      {typeof problem === "string" ? (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      ) : null}
      {groups.map(({ label, choices }) => (
        <fieldset key={label}>
          <legend className={`mb-2 ${legend}`}>{label}</legend>
          <div className={`gap-x-4 gap-y-2 ${layout}`}>
            {choices.map((choice) => (
              <CheckField
                key={choice.value}
                control={control}
                // Below a field of choices there is one for each key.
                name={`${name}.${choiceKey(choice.value)}` as FieldPath<Values>}
                label={choice.label}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
