import type { Metadata } from "next";
import { AuthCard } from "@/components/auth/auth-card";
import { ForgotPasswordForm } from "@/components/auth/forgot-password-form";
import { requestPasswordResetAction } from "../actions";

export const metadata: Metadata = { title: "Forgot password" };

export default function ForgotPasswordPage() {
  return (
    <AuthCard
      title="Forgot your password?"
      description="We'll e-mail you a link to reset it."
      footer={{ text: "Remember your password?", label: "Sign in", href: "/sign-in" }}
    >
      <ForgotPasswordForm request={requestPasswordResetAction} />
    </AuthCard>
  );
}
