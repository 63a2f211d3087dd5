import type { Metadata } from "next";
import { AuthCard } from "@/components/auth/auth-card";
import { DeadLink } from "@/components/auth/dead-link";
import { RequestSignUpForm } from "@/components/auth/request-sign-up-form";
import { SignUpForm } from "@/components/auth/sign-up-form";
import { Notice } from "@/components/shared/notice";
import { runAction } from "@/lib/http/run-action";
import { env } from "@/lib/platform/env";
import { findInvitation } from "@/lib/services/people/invitation/find";
import { requestSignUpAction, signUpAction } from "../actions";

export const metadata: Metadata = { title: "Sign up", referrer: "no-referrer" };

const FOOTER = { text: "Already have an account?", label: "Sign in", href: "/sign-in" };

type SignUpPageProps = { searchParams: Promise<{ invitation?: string }> };

export default async function SignUpPage({ searchParams }: SignUpPageProps) {
  const { invitation } = await searchParams;
  const mode = env.signUp();
  if (mode === "closed" || (mode === "invite" && invitation === undefined)) {
    return (
      <AuthCard title="Sign up" footer={FOOTER}>
        <Notice tone="info">
          {mode === "closed"
            ? "Sign-up is closed on this server. Ask an owner to invite you."
            : "Sign-up is by invitation only. Open your invitation link."}
        </Notice>
      </AuthCard>
    );
  }
  if (invitation === undefined) {
    return (
      <AuthCard title="Sign up" description="We'll e-mail you a link to continue." footer={FOOTER}>
        <RequestSignUpForm
          outboxDirectory={env.smtpUrl() === undefined ? env.outboxDirectory() : null}
          request={requestSignUpAction}
        />
      </AuthCard>
    );
  }
  return <WithInvitation token={invitation} />;
}

async function WithInvitation({ token }: { token: string }) {
  const found = await runAction(() => findInvitation({ token }));
  if (!found.ok) {
    return (
      <DeadLink
        title="Sign up"
        reason={found.error.message}
        wayOn={
          env.signUp() === "open"
            ? { label: "Request a new link", href: "/sign-up" }
            : { label: "Sign in", href: "/sign-in" }
        }
      />
    );
  }
  return (
    <AuthCard
      title="Sign up"
      description={`Creates a customer with ${found.data.email} as its owner.`}
      footer={FOOTER}
    >
      <SignUpForm invitationToken={token} email={found.data.email} signUp={signUpAction} />
    </AuthCard>
  );
}
