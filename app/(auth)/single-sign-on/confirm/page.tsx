import type { Metadata } from "next";
import { AuthCard } from "@/components/auth/auth-card";
import { ConfirmSingleSignOn } from "@/components/auth/confirm-single-sign-on";
import { DeadLink } from "@/components/auth/dead-link";
import { Notice } from "@/components/shared/notice";
import { runAction } from "@/lib/http/run-action";
import { findConfirmation } from "@/lib/services/people/single-sign-on/confirm";
import { confirmSingleSignOnAction } from "../../sign-in-actions";

export const metadata: Metadata = { title: "Confirm your sign-in", referrer: "no-referrer" };

type ConfirmPageProps = { searchParams: Promise<{ token?: string }> };

/** Without a token: where somebody lands whose address has to confirm it first. */
export default async function ConfirmSingleSignOnPage({ searchParams }: ConfirmPageProps) {
  const { token } = await searchParams;
  if (token === undefined) {
    return (
      <AuthCard title="Check your e-mail">
        <Notice tone="info">
          We sent you a link. Open it to confirm it's you, then sign in with SSO again.
        </Notice>
      </AuthCard>
    );
  }
  const found = await runAction(() => findConfirmation({ token }));
  if (!found.ok) {
    return (
      <DeadLink
        title="Confirm your sign-in"
        reason={`${found.error.message} Sign in with SSO again to get a new one.`}
        wayOn={{ label: "Sign in with SSO", href: "/sign-in/single-sign-on" }}
      />
    );
  }
  const { email, issuer, customerName } = found.data;
  return (
    <AuthCard
      title={`Sign in to ${customerName}`}
      description={`Lets anyone ${issuer} identifies as ${email} act as you in ${customerName}, and in no other customer.`}
    >
      <ConfirmSingleSignOn token={token} confirm={confirmSingleSignOnAction} />
    </AuthCard>
  );
}
