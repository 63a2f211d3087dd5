import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "@/components/auth/auth-card";
import { SignInForm } from "@/components/auth/sign-in-form";
import { env } from "@/lib/platform/env";
import { findSessionUser, nextPath } from "../session";
import {
  beginPasskeySignInAction,
  beginPasskeyStepAction,
  finishByCodeAction,
  finishPasskeySignInAction,
  finishPasskeyStepAction,
  secondStepWaysAction,
} from "../sign-in-actions";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = {
  searchParams: Promise<{ next?: string; email?: string; problem?: string }>;
};

const STEPS = {
  ways: secondStepWaysAction,
  byCode: finishByCodeAction,
  askStep: beginPasskeyStepAction,
  byStepPasskey: finishPasskeyStepAction,
  askPasskey: beginPasskeySignInAction,
  byPasskey: finishPasskeySignInAction,
};

/** Why a single sign-on did not lead into the console. Only these: an address cannot make the page say anything else. */
const PROBLEMS: Readonly<Record<string, string>> = {
  forbidden:
    "You are not a member, or your SSO provider has not verified your e-mail address. Ask an owner.",
  precondition_failed: "SSO sign-in took too long. Try again.",
  unavailable: "Your SSO provider is not responding. Try again or use your password.",
  limit_exceeded: "Too many attempts. Try again in a few minutes.",
};

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next, email, problem } = await searchParams;
  const target = nextPath(next);
  if ((await findSessionUser()) !== null) redirect(target);
  const footer = { text: "New here?", label: "Sign up", href: "/sign-up" };
  return (
    <AuthCard title="Sign in" {...(env.signUp() === "open" ? { footer } : {})}>
      <SignInForm
        email={email ?? ""}
        next={target}
        problem={PROBLEMS[problem ?? ""] ?? null}
        steps={STEPS}
      />
    </AuthCard>
  );
}
