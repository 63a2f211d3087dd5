"use client";

import { useRouter } from "next/navigation";
import { FormMessage } from "@/components/shared/form-message";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { SubmitButton } from "@/components/shared/submit-button";
import { TimeZoneField } from "@/components/shared/time-zone-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { toast } from "@/components/ui/toast";
import type { Action } from "@/lib/http/action-result";
import type { CustomerView } from "@/lib/services/installation/customer/customer-view";
import type { SetTimeZoneInput } from "@/lib/services/installation/customer/set-time-zone";

type TimeZoneFormProps = {
  customer: CustomerView;
  canWrite: boolean;
  save: Action<SetTimeZoneInput, CustomerView>;
};

/** In which time zone everybody at the customer reads times. */
export function TimeZoneForm({ customer, canWrite, save }: TimeZoneFormProps) {
  const router = useRouter();
  const { form, control, message, isPending, onSubmit } = useActionForm<
    SetTimeZoneInput,
    CustomerView
  >({
    defaultValues: { timeZone: customer.timeZone },
    submit: save,
    onDone: ({ timeZone }) => {
      form.reset({ timeZone });
      toast.success("Saved");
      router.refresh();
    },
  });
  return (
    <Panel
      title="Time zone"
      description="Used for all times in the console. Events have their own time zone for schedules."
    >
      <form onSubmit={onSubmit} noValidate>
        <fieldset disabled={!canWrite} className="flex max-w-md flex-col gap-4">
          <FormMessage message={message} />
          <TimeZoneField
            control={control}
            name="timeZone"
            label="Console time zone"
            isDisabled={!canWrite}
          />
          {canWrite ? (
            <div>
              <SubmitButton isPending={isPending} isDisabled={!form.formState.isDirty}>
                Save time zone
              </SubmitButton>
            </div>
          ) : (
            <RoleNote permission="customer:write" act="change the time zone" />
          )}
        </fieldset>
      </form>
    </Panel>
  );
}
