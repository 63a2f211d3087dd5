"use client";

import { useRouter } from "next/navigation";
import { signIn } from "next-auth/react";
import { FormMessage } from "@/components/shared/form-message";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { JoinInput } from "@/lib/services/people/invitation/schemas";
import { NewPasswordField } from "./new-password-field";

type JoinFormProps = { token: string; email: string; join: Action<JoinInput, unknown> };

/** Makes a user of somebody who was invited, and signs them in. */
export function JoinForm({ token, email, join }: JoinFormProps) {
  const router = useRouter();
  const { control, message, isPending, onSubmit } = useActionForm<
    { name: string; password: string },
    unknown
  >({
    defaultValues: { name: "", password: "" },
    submit: async (values) => {
      const result = await join({ token, ...values });
      if (result.ok) {
        await signIn("credentials", { email, password: values.password, redirect: false });
      }
      return result;
    },
    onDone: () => {
      router.push("/overview");
      router.refresh();
    },
  });
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
      <FormMessage message={message} />
      <TextField
        control={control}
        name="name"
        label="Your name"
        autoComplete="name"
        isRequired
        autoFocus
      />
      <NewPasswordField control={control} name="password" label="Password" />
      <SubmitButton isPending={isPending} size="md" fullWidth>
        Join
      </SubmitButton>
    </form>
  );
}
