"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { KeyField, keyOr } from "@/components/shared/key-field";
import { RadioField } from "@/components/shared/radio-field";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";
import type { ListedAddressList } from "@/lib/services/sites/address-list/address-list-view";
import type { CreateListInput } from "@/lib/services/sites/address-list/schemas";
import { ListFields } from "./list-fields";
import { contentsOf, type ListFormValues, NEW_LIST } from "./list-form-values";

const KINDS = [
  { value: "typed", label: "Manual", description: "Enter addresses here." },
  { value: "feed", label: "Feed", description: "Loaded from a URL on a schedule." },
];

/** Asks what a new list holds, and makes it. */
export function CreateList({ create }: { create: Action<CreateListInput, ListedAddressList> }) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { form, control, ...asked } = useActionForm<ListFormValues, ListedAddressList>({
    defaultValues: NEW_LIST,
    submit: (values) =>
      create({
        key: keyOr(values),
        name: values.name,
        counts: values.counts,
        contents: contentsOf(values),
      }),
    onDone: () => {
      setOpen(false);
      router.refresh();
    },
  });
  const open = () => {
    form.reset(NEW_LIST);
    setOpen(true);
  };
  return (
    <>
      <Button size="sm" onClick={open}>
        New list
      </Button>
      <Dialog title="New address list" isOpen={isOpen} onOpenChange={setOpen} size="lg">
        <ActionForm {...asked} submit="Create list">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              control={control}
              name="name"
              label="Name"
              placeholder="Data centres"
              isRequired
            />
            <KeyField control={control} name="key" from="name" purpose="Used in access rules." />
          </div>
          <RadioField control={control} name="contents.kind" label="Contents" options={KINDS} />
          <ListFields control={control} />
        </ActionForm>
      </Dialog>
    </>
  );
}
