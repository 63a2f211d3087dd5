import { type Control, useController } from "react-hook-form";
import type { EventFormValues } from "@/components/events/event-form-values";
import { NumberField } from "@/components/shared/number-field";
import { SelectBox } from "@/components/shared/select-box";
import { TextField } from "@/components/shared/text-field";
import type { AccessAction } from "@/lib/domain/access-rule/access-rule";
import { ACTION_WORDS } from "@/lib/domain/access-rule/rule-words";
import { newAction } from "./rule-values";

const ACTIONS: readonly { value: AccessAction["type"]; label: string }[] = [
  { value: "let-by", label: ACTION_WORDS["let-by"] },
  { value: "join", label: ACTION_WORDS.join },
  { value: "challenge", label: ACTION_WORDS.challenge },
  { value: "false-queue", label: ACTION_WORDS["false-queue"] },
  { value: "block", label: ACTION_WORDS.block },
  { value: "later", label: ACTION_WORDS.later },
];

type ActionFieldsProps = {
  control: Control<EventFormValues>;
  name: `protection.rules.rules.${number}.action`;
};

/** What becomes of a visitor whom the rule names. */
export function ActionFields({ control, name }: ActionFieldsProps) {
  const { field, fieldState } = useController({ control, name });
  const choose = (value: string) => {
    const action = ACTIONS.find((one) => one.value === value);
    if (action !== undefined) field.onChange(newAction(action.value));
  };
  return (
    <>
      <SelectBox
        label="Then"
        options={ACTIONS}
        value={field.value.type}
        onChange={choose}
        onBlur={field.onBlur}
        inputRef={field.ref}
        error={fieldState.error?.message}
        {...(field.value.type === "false-queue"
          ? {
              description:
                "Looks like waiting, but visitors are never called. Release one by their support code.",
            }
          : {})}
      />
      {field.value.type === "block" ? (
        <TextField
          control={control}
          name={`${name}.reason`}
          label="Reason"
          description="Shown to the visitor with a support code."
          isRequired
        />
      ) : null}
      {field.value.type === "later" ? (
        <NumberField
          control={control}
          name={`${name}.seconds`}
          label="Retry after"
          unit="seconds"
          minValue={1}
          maxValue={86_400}
          isRequired
        />
      ) : null}
    </>
  );
}
