"use client";

import { useRouter } from "next/navigation";
import { LANGUAGE_OPTIONS } from "@/components/events/language-field";
import { ofNumber, ofSetting } from "@/components/events/of-setting";
import { FormMessage } from "@/components/shared/form-message";
import { NumberField } from "@/components/shared/number-field";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { SelectField } from "@/components/shared/select-field";
import { SubmitButton } from "@/components/shared/submit-button";
import { useActionForm } from "@/components/shared/use-action-form";
import { toast } from "@/components/ui/toast";
import type { NewEventDefaults } from "@/lib/domain/event/new-event-defaults";
import { LEVELS, PROTECTION_LEVELS } from "@/lib/domain/protection/levels";
import type { Action } from "@/lib/http/action-result";
import type { SetNewEventDefaultsInput } from "@/lib/services/event/new-event/set-defaults";

const NO_THEME = "";

type Values = Omit<SetNewEventDefaultsInput, "theme" | "outflowPerMinute"> & {
  outflowPerMinute: number | null;
  theme: string;
};

type NewEventDefaultsFormProps = {
  defaults: NewEventDefaults;
  themes: readonly { readonly key: string; readonly name: string }[];
  canWrite: boolean;
  save: Action<SetNewEventDefaultsInput, NewEventDefaults>;
};

const toValues = (defaults: NewEventDefaults): Values => ({
  ...defaults,
  theme: defaults.theme ?? NO_THEME,
});

/** What new events of the customer begin with. */
export function NewEventDefaultsForm(props: NewEventDefaultsFormProps) {
  const { defaults, themes, canWrite, save } = props;
  const router = useRouter();
  const { form, control, message, isPending, onSubmit } = useActionForm<Values, NewEventDefaults>({
    defaultValues: toValues(defaults),
    submit: ({ outflowPerMinute, theme, ...values }) =>
      save({
        ...values,
        // An emptied field; the service refuses it with the range that it takes.
        outflowPerMinute: outflowPerMinute ?? Number.NaN,
        theme: theme === NO_THEME ? null : theme,
      }),
    onDone: (saved) => {
      form.reset(toValues(saved));
      toast.success("Saved");
      router.refresh();
    },
  });
  return (
    <Panel
      title="New events"
      description="What new events start with. Existing events keep their settings. New events start in the console's time zone."
    >
      <form onSubmit={onSubmit} noValidate aria-label="New events">
        <fieldset disabled={!canWrite} className="flex max-w-md flex-col gap-4">
          <FormMessage message={message} />
          <NumberField
            control={control}
            {...ofNumber("outflowPerMinute")}
            unit="visitors per minute"
          />
          <SelectField
            control={control}
            name="level"
            label="Protection level"
            isDisabled={!canWrite}
            options={LEVELS.map((value) => ({ value, label: PROTECTION_LEVELS[value].label }))}
          />
          <SelectField
            control={control}
            {...ofSetting("theme")}
            isDisabled={!canWrite}
            options={[
              { value: NO_THEME, label: "None" },
              ...themes.map(({ key, name }) => ({ value: key, label: name })),
            ]}
          />
          <SelectField
            control={control}
            {...ofSetting("language")}
            isDisabled={!canWrite}
            options={LANGUAGE_OPTIONS}
          />
          {canWrite ? (
            <div>
              <SubmitButton isPending={isPending} isDisabled={!form.formState.isDirty}>
                Save defaults
              </SubmitButton>
            </div>
          ) : (
            <RoleNote permission="customer:write" act="change what new events start with" />
          )}
        </fieldset>
      </form>
    </Panel>
  );
}
