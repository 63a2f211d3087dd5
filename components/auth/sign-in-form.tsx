"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { signIn } from "next-auth/react";
import { FormMessage } from "@/components/shared/form-message";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { ActionResult } from "@/lib/http/action-result";

type Values = { email: string; password: string };

const REFUSALS: Readonly<Record<string, string>> = {
  CredentialsSignin: "The e-mail address or the password is not right.",
  TooManyAttempts:
    "Too many attempts. Wait some minutes, then try again, or set a new password by e-mail.",
  Busy: "Too many people sign in just now. Try again.",
};

async function submit(values: Values): Promise<ActionResult<null>> {
  const answer = await signIn("credentials", { ...values, redirect: false });
  if (answer?.ok === true) return { ok: true, data: null };
  const code = answer?.error ?? "unknown";
  const message = REFUSALS[code] ?? "Signing in did not work. Try again.";
  return { ok: false, error: { code, message } };
}

type SignInFormProps = {
  email: string;
  /** A path of the console to go on to. */
  next: string;
};

export function SignInForm({ email, next }: SignInFormProps) {
  const router = useRouter();
  const { control, message, isPending, onSubmit } = useActionForm<Values, null>({
    defaultValues: { email, password: "" },
    submit,
    onDone: () => {
      router.push(next);
      router.refresh();
    },
  });
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4" noValidate>
      <FormMessage message={message} />
      <TextField
        control={control}
        name="email"
        label="E-mail"
        type="email"
        autoComplete="username"
        isRequired
        autoFocus={email === ""}
      />
      <div className="relative">
        <TextField
          control={control}
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          isRequired
          autoFocus={email !== ""}
        />
        <Link
          href="/forgot-password"
          className="link-text absolute top-0 right-0 text-xs leading-5"
        >
          Forgot it?
        </Link>
      </div>
      <SubmitButton isPending={isPending} size="md" fullWidth>
        Sign in
      </SubmitButton>
    </form>
  );
}
