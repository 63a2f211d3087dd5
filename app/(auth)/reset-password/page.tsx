import type { Metadata } from "next";
import { AuthCard } from "@/components/auth/auth-card";
import { ResetPasswordForm } from "@/components/auth/reset-password-form";
import { resetPasswordAction } from "../actions";

export const metadata: Metadata = { title: "New password", referrer: "no-referrer" };

type ResetPasswordPageProps = { searchParams: Promise<{ token?: string }> };

export default async function ResetPasswordPage({ searchParams }: ResetPasswordPageProps) {
  const { token } = await searchParams;
  return (
    <AuthCard
      title="Set a new password"
      description="Signs you out everywhere else."
      footer={{ text: "Link expired?", label: "Request a new one", href: "/forgot-password" }}
    >
      <ResetPasswordForm token={token ?? ""} reset={resetPasswordAction} />
    </AuthCard>
  );
}
