import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "@/components/auth/auth-card";
import { ConfirmEmail } from "@/components/auth/confirm-email";
import { DeadLink } from "@/components/auth/dead-link";
import { isEmailLinkValid } from "@/lib/services/people/user/change-email";
import { confirmEmailChangeAction } from "../../(console)/account/actions";
import { findSessionUser } from "../session";

export const metadata: Metadata = { title: "Confirm your e-mail address", referrer: "no-referrer" };

type ConfirmEmailPageProps = { searchParams: Promise<{ token?: string }> };

export default async function ConfirmEmailPage({ searchParams }: ConfirmEmailPageProps) {
  const { token = "" } = await searchParams;
  const user = await findSessionUser();
  if (user === null) {
    const next = `/confirm-email?${new URLSearchParams({ token })}`;
    redirect(`/sign-in?${new URLSearchParams({ next })}`);
  }
  if (!(await isEmailLinkValid(user.id, token))) {
    return (
      <DeadLink
        title="Confirm your e-mail address"
        reason={`This link was used, has expired or is not for ${user.email}.`}
        wayOn={{ label: "Change your address again", href: "/account" }}
      />
    );
  }
  return (
    <AuthCard
      title="Confirm your e-mail address"
      description={`Replaces ${user.email} as your sign-in address.`}
    >
      <ConfirmEmail token={token} confirm={confirmEmailChangeAction} />
    </AuthCard>
  );
}
