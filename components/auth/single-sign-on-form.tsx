"use client";

import { ActionForm } from "@/components/shared/action-form";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { BeginSingleSignOnInput } from "@/lib/services/people/single-sign-on/schemas";

type SingleSignOnFormProps = {
  customerId: string;
  next: string;
  /** The company has to ask them anew. */
  isFresh: boolean;
  begin: Action<BeginSingleSignOnInput, { readonly url: string }>;
};

/** Sends somebody to the single sign-on of their customer. */
export function SingleSignOnForm({ customerId, next, isFresh, begin }: SingleSignOnFormProps) {
  const { control, ...asked } = useActionForm<{ customerId: string }, { readonly url: string }>({
    defaultValues: { customerId },
    submit: (values) => begin({ ...values, next, isFresh }),
    onDone: ({ url }) => window.location.assign(url),
  });
  return (
    <ActionForm {...asked} submit="Continue" at="full">
      <TextField
        control={control}
        name="customerId"
        label="Customer id"
        description="Your company's short name in this console. If you don't know it, ask an owner."
        autoComplete="organization"
        mono
        isRequired
        autoFocus
      />
    </ActionForm>
  );
}
