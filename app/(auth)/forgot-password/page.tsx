import type { Metadata } from "next";
import { AuthCard } from "@/components/auth/auth-card";
import { ForgotPasswordForm } from "@/components/auth/forgot-password-form";
import { requestPasswordResetAction } from "../actions";

export const metadata: Metadata = { title: "Forgot password" };

export default function ForgotPasswordPage() {
  return (
    <AuthCard
      title="Forgot your password?"
      description="We send you a link with which you set a new one."
      footer={{ text: "Remembered it?", label: "Sign in", href: "/sign-in" }}
    >
      <ForgotPasswordForm request={requestPasswordResetAction} />
    </AuthCard>
  );
}
