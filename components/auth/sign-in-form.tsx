"use client";

import Link from "next/link";
import { signIn } from "next-auth/react";
import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { FormMessage } from "@/components/shared/form-message";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { ActionResult } from "@/lib/http/action-result";
import { PasskeyButton } from "./passkey-button";
import { SecondStepForm } from "./second-step-form";
import type { SignInSteps } from "./sign-in-steps";

type Values = { email: string; password: string };
type Step = "done" | "second-step";

const REFUSALS: Readonly<Record<string, string>> = {
  CredentialsSignin: "Incorrect e-mail address or password.",
  TooManyAttempts: "Too many attempts. Try again in a few minutes or reset your password.",
  Busy: "The server is busy. Try again.",
};

async function submit(values: Values): Promise<ActionResult<Step>> {
  const answer = await signIn("credentials", { ...values, redirect: false });
  if (answer?.ok === true) return { ok: true, data: "done" };
  const code = answer?.error ?? "unknown";
  if (code === "SecondStep") return { ok: true, data: "second-step" };
  const message = REFUSALS[code] ?? "Sign-in failed. Try again.";
  return { ok: false, error: { code, message } };
}

type SignInFormProps = {
  email: string;
  /** A path of the console to go on to. */
  next: string;
  /** Why a sign-in elsewhere did not lead here. */
  problem: string | null;
  steps: SignInSteps;
};

export function SignInForm({ email, next, problem, steps }: SignInFormProps) {
  const [step, setStep] = useState<Step>("done");
  const [refusal, setRefusal] = useState(problem);
  // A whole page load: nothing that was fetched for somebody else is shown.
  const goOn = () => window.location.assign(next);
  if (step === "second-step") {
    return <SecondStepForm steps={steps} onDone={goOn} startAgain={() => setStep("done")} />;
  }
  return (
    <div className="flex flex-col gap-4">
      <FormMessage message={refusal} />
      <PasswordForm
        email={email}
        onDone={(answer) => {
          if (answer === "done") goOn();
          else setStep(answer);
        }}
      />
      <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-separator after:h-px after:flex-1 after:bg-separator">
        or
      </p>
      <PasskeyButton
        ask={steps.askPasskey}
        finish={steps.byPasskey}
        onDone={goOn}
        onRefused={setRefusal}
      >
        Sign in with a passkey
      </PasskeyButton>
      <Link
        href={`/sign-in/single-sign-on?${new URLSearchParams({ next })}`}
        className="link-text text-center text-sm"
      >
        Sign in with SSO
      </Link>
    </div>
  );
}

type PasswordFormProps = { email: string; onDone: (step: Step) => void };

function PasswordForm({ email, onDone }: PasswordFormProps) {
  const { control, ...asked } = useActionForm<Values, Step>({
    defaultValues: { email, password: "" },
    submit,
    onDone,
  });
  return (
    <ActionForm {...asked} submit="Sign in" at="full">
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
          Forgot password?
        </Link>
      </div>
    </ActionForm>
  );
}
