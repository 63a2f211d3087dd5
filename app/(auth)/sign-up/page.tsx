import type { Metadata } from "next";
import { AuthCard } from "@/components/auth/auth-card";
import { SignUpForm } from "@/components/auth/sign-up-form";
import { Notice } from "@/components/shared/notice";
import { env } from "@/lib/platform/env";
import { signUpAction } from "../actions";

export const metadata: Metadata = { title: "Sign up" };

const FOOTER = { text: "Have a user already?", label: "Sign in", href: "/sign-in" };

type SignUpPageProps = { searchParams: Promise<{ invitation?: string }> };

export default async function SignUpPage({ searchParams }: SignUpPageProps) {
  const { invitation } = await searchParams;
  const mode = env.signUp();
  if (mode === "closed" || (mode === "invite" && invitation === undefined)) {
    return (
      <AuthCard title="Sign up" footer={FOOTER}>
        <Notice tone="info">
          {mode === "closed"
            ? "Sign-up is closed on this server. Ask an owner of your customer to invite you."
            : "Sign-up is by invitation on this server. Open the link of your invitation."}
        </Notice>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Sign up"
      description="Makes a customer, which owns events and rules, and you as its first owner."
      footer={FOOTER}
    >
      <SignUpForm invitationToken={invitation ?? null} signUp={signUpAction} />
    </AuthCard>
  );
}
