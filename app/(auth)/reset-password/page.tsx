import type { Metadata } from "next";
import { AuthCard } from "@/components/auth/auth-card";
import { DeadLink } from "@/components/auth/dead-link";
import { ResetPasswordForm } from "@/components/auth/reset-password-form";
import { isResetLinkValid } from "@/lib/services/people/user/reset-password";
import { resetPasswordAction } from "../actions";

export const metadata: Metadata = { title: "New password", referrer: "no-referrer" };

type ResetPasswordPageProps = { searchParams: Promise<{ token?: string }> };

export default async function ResetPasswordPage({ searchParams }: ResetPasswordPageProps) {
  const { token } = await searchParams;
  if (typeof token !== "string" || !(await isResetLinkValid(token))) {
    return (
      <DeadLink
        title="Set a new password"
        reason="This link was used or has expired. Links for a new password work once, for an hour."
        wayOn={{ label: "Request a new link", href: "/forgot-password" }}
      />
    );
  }
  return (
    <AuthCard
      title="Set a new password"
      description="Signs you out everywhere else."
      footer={{ text: "Link expired?", label: "Request a new one", href: "/forgot-password" }}
    >
      <ResetPasswordForm token={token} reset={resetPasswordAction} />
    </AuthCard>
  );
}
