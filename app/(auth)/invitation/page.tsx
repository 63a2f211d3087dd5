import type { Metadata } from "next";
import { AcceptInvitation } from "@/components/auth/accept-invitation";
import { AuthCard } from "@/components/auth/auth-card";
import { DeadLink } from "@/components/auth/dead-link";
import { JoinForm } from "@/components/auth/join-form";
import { ButtonLink } from "@/components/shared/button-link";
import { runAction } from "@/lib/http/run-action";
import { findInvitation } from "@/lib/services/people/invitation/find";
import { switchCustomerAction } from "../../(console)/actions";
import { acceptInvitationAction, joinByInvitationAction } from "../actions";
import { findSessionUser } from "../session";

export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

type InvitationPageProps = { searchParams: Promise<{ token?: string }> };

export default async function InvitationPage({ searchParams }: InvitationPageProps) {
  const token = (await searchParams).token ?? "";
  const [found, user] = await Promise.all([
    runAction(() => findInvitation({ token })),
    findSessionUser(),
  ]);
  if (!found.ok) {
    return (
      <DeadLink
        title="Invitation"
        reason={`${found.error.message} Ask the person who invited you to press Resend under Team. If you have already joined, sign in.`}
        wayOn={{ label: "Sign in", href: "/sign-in" }}
      />
    );
  }
  const { email, role, customerName, hasUser } = found.data;
  const title = `Join ${customerName ?? "Stanchion"}`;
  const description = `${email} is invited as ${role}.`;
  const signInHref = `/sign-in?${new URLSearchParams({ email, next: `/invitation?token=${token}` })}`;
  return (
    <AuthCard title={title} description={description}>
      {hasUser ? null : <JoinForm token={token} email={email} join={joinByInvitationAction} />}
      {hasUser && user === null ? (
        <ButtonLink href={signInHref} size="md" className="w-full">
          Sign in to accept
        </ButtonLink>
      ) : null}
      {hasUser && user !== null ? (
        <AcceptInvitation
          token={token}
          signedInAs={user.email}
          isForThem={user.email === email}
          accept={acceptInvitationAction}
          switchCustomer={switchCustomerAction}
        />
      ) : null}
    </AuthCard>
  );
}
