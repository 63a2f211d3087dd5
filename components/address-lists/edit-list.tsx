"use client";

import { useRouter } from "next/navigation";
import { FormMessage } from "@/components/shared/form-message";
import { Panel } from "@/components/shared/panel";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type {
  AddressListView,
  ListedAddressList,
} from "@/lib/services/sites/address-list/address-list-view";
import type { UpdateListInput } from "@/lib/services/sites/address-list/schemas";
import { ListFields } from "./list-fields";
import { contentsOf, formValuesOf, type ListFormValues } from "./list-form-values";

type EditListProps = {
  list: AddressListView;
  canWrite: boolean;
  update: Action<UpdateListInput, ListedAddressList>;
};

/** Changes what a list holds, or where it is loaded from. */
export function EditList({ list, canWrite, update }: EditListProps) {
  const router = useRouter();
  const { control, message, isPending, onSubmit } = useActionForm<
    ListFormValues,
    ListedAddressList
  >({
    defaultValues: formValuesOf(list),
    submit: (values) =>
      update({
        listId: list.id,
        seenVersion: list.version,
        name: values.name,
        counts: values.counts,
        contents: contentsOf(values),
      }),
    onDone: router.refresh,
  });
  return (
    <Panel title="Contents">
      <form onSubmit={onSubmit} className="flex max-w-3xl flex-col gap-4" noValidate>
        <FormMessage message={message} />
        <TextField control={control} name="name" label="Name" isRequired isReadOnly={!canWrite} />
        <ListFields control={control} />
        {canWrite ? (
          <div className="flex justify-end">
            <SubmitButton isPending={isPending}>Save</SubmitButton>
          </div>
        ) : null}
      </form>
    </Panel>
  );
}
