"use client";

import { useRouter } from "next/navigation";
import { signIn } from "next-auth/react";
import { ActionForm } from "@/components/shared/action-form";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { JoinInput } from "@/lib/services/people/invitation/schemas";
import { NewPasswordField } from "./new-password-field";

type JoinFormProps = { token: string; email: string; join: Action<JoinInput, unknown> };

/** Makes a user of somebody who was invited, and signs them in. */
export function JoinForm({ token, email, join }: JoinFormProps) {
  const router = useRouter();
  const { control, ...asked } = useActionForm<{ name: string; password: string }, unknown>({
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
    <ActionForm {...asked} submit="Join" at="full">
      <TextField
        control={control}
        name="name"
        label="Your name"
        autoComplete="name"
        isRequired
        autoFocus
      />
      <NewPasswordField control={control} name="password" label="Password" />
    </ActionForm>
  );
}
