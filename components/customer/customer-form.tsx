"use client";

import { useRouter } from "next/navigation";
import { FormMessage } from "@/components/shared/form-message";
import { Panel } from "@/components/shared/panel";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { toast } from "@/components/ui/toast";
import type { Action } from "@/lib/http/action-result";
import type { CustomerView } from "@/lib/services/installation/customer/customer-view";
import type { RenameCustomerInput } from "@/lib/services/installation/customer/rename";

type CustomerFormProps = {
  customer: CustomerView;
  canWrite: boolean;
  rename: Action<RenameCustomerInput, CustomerView>;
};

export function CustomerForm({ customer, canWrite, rename }: CustomerFormProps) {
  const router = useRouter();
  const { form, control, message, isPending, onSubmit } = useActionForm<
    RenameCustomerInput,
    CustomerView
  >({
    defaultValues: { name: customer.name },
    submit: rename,
    onDone: ({ name }) => {
      form.reset({ name });
      toast.success("Saved");
      router.refresh();
    },
  });
  return (
    <Panel title="Name" description="Shown in the console, in e-mails and on new events.">
      <form onSubmit={onSubmit} noValidate>
        <fieldset disabled={!canWrite} className="flex max-w-md flex-col gap-4">
          <FormMessage message={message} />
          <TextField control={control} name="name" label="Customer name" isRequired />
          <div>
            <SubmitButton isPending={isPending} isDisabled={!canWrite || !form.formState.isDirty}>
              Save name
            </SubmitButton>
          </div>
        </fieldset>
      </form>
    </Panel>
  );
}
