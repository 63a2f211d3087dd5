import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "@/components/auth/auth-card";
import { SignInForm } from "@/components/auth/sign-in-form";
import { env } from "@/lib/platform/env";
import { findSessionUser, nextPath } from "../session";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = { searchParams: Promise<{ next?: string; email?: string }> };

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next, email } = await searchParams;
  const target = nextPath(next);
  if ((await findSessionUser()) !== null) redirect(target);
  const footer = { text: "New here?", label: "Sign up", href: "/sign-up" };
  return (
    <AuthCard title="Sign in" {...(env.signUp() === "open" ? { footer } : {})}>
      <SignInForm email={email ?? ""} next={target} />
    </AuthCard>
  );
}
