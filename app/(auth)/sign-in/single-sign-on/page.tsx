import type { Metadata } from "next";
import { AuthCard } from "@/components/auth/auth-card";
import { SingleSignOnForm } from "@/components/auth/single-sign-on-form";
import { nextPath } from "../../session";
import { beginSingleSignOnAction } from "../../sign-in-actions";

export const metadata: Metadata = { title: "Sign in with SSO" };

type SingleSignOnPageProps = {
  searchParams: Promise<{ next?: string; customer?: string; again?: string }>;
};

export default async function SingleSignOnPage({ searchParams }: SingleSignOnPageProps) {
  const { next, customer, again } = await searchParams;
  return (
    <AuthCard
      title="Sign in with SSO"
      description="Single sign-on (SSO) with your company account, through OpenID Connect. SAML is not supported."
      footer={{ text: "Or", label: "sign in with a password", href: "/sign-in" }}
    >
      <SingleSignOnForm
        customerId={typeof customer === "string" ? customer : ""}
        next={nextPath(next)}
        isFresh={again === "1"}
        begin={beginSingleSignOnAction}
      />
    </AuthCard>
  );
}
