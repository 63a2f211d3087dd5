"use client";

import { useRouter } from "next/navigation";
import { signIn } from "next-auth/react";
import { ActionForm } from "@/components/shared/action-form";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { SignUpInput } from "@/lib/services/people/user/schemas";
import { CustomerIdField } from "./customer-id-field";
import { NewPasswordField } from "./new-password-field";

type Values = Omit<SignUpInput, "invitationToken">;

type SignUpFormProps = {
  invitationToken: string;
  /** The address that the link was sent to. */
  email: string;
  signUp: Action<SignUpInput, unknown>;
};

export function SignUpForm({ invitationToken, email, signUp }: SignUpFormProps) {
  const router = useRouter();
  const { control, ...asked } = useActionForm<Values, unknown>({
    defaultValues: { name: "", password: "", customerName: "", customerId: "" },
    submit: async (values) => {
      const result = await signUp({ ...values, invitationToken });
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
    <ActionForm {...asked} submit="Sign up" at="full">
      <TextField control={control} name="name" label="Your name" autoComplete="name" isRequired />
      <NewPasswordField control={control} name="password" label="Password" />
      <TextField
        control={control}
        name="customerName"
        label="Customer name"
        autoComplete="organization"
        description="Your company or team."
        isRequired
      />
      <CustomerIdField control={control} name="customerId" />
    </ActionForm>
  );
}
