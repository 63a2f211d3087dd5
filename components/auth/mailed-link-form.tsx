import { type ReactNode, useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { Notice } from "@/components/shared/notice";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";

type MailedLinkFormProps = {
  request: Action<{ email: string }, unknown>;
  /** What is said afterwards: the same whether or not the address has a user. */
  children: (sentTo: string) => ReactNode;
};

/** Asks for the address to which a link is mailed. */
export function MailedLinkForm({ request, children }: MailedLinkFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { control, ...asked } = useActionForm<{ email: string }, unknown>({
    defaultValues: { email: "" },
    submit: request,
    onDone: (_, { email }) => setSentTo(email),
  });
  if (sentTo !== null) {
    return (
      <Notice tone="success" role="status">
        {children(sentTo)}
      </Notice>
    );
  }
  return (
    <ActionForm {...asked} submit="Send link" at="full">
      <TextField
        control={control}
        name="email"
        label="E-mail"
        type="email"
        autoComplete="username"
        isRequired
        autoFocus
      />
    </ActionForm>
  );
}
