import type { Metadata } from "next";
import { ProviderForm } from "@/components/customer/provider-form";
import { SignInRuleForm } from "@/components/customer/sign-in-rule-form";
import { DocsLink } from "@/components/shared/docs-link";
import { PageHeader } from "@/components/shared/page-header";
import { callbackUrl, getProvider } from "@/lib/services/single-sign-on/provider";
import { getSignInRule } from "@/lib/services/single-sign-on/set-rule";
import { load, requireCaller } from "../../guard";
import { removeProviderAction, setProviderAction, setSignInRuleAction } from "./actions";

export const metadata: Metadata = { title: "How people sign in" };

export default async function SignInRulesPage() {
  const { context, can } = await requireCaller();
  const [rule, provider] = await load(Promise.all([getSignInRule(context), getProvider(context)]));
  const canWrite = can("customer:security");
  return (
    <>
      <PageHeader
        title="How people sign in"
        description={`What everybody who works in ${context.customer.name} has to show first.`}
        parent={{ label: "Customer", href: "/customer" }}
        actions={<DocsLink page="signing-in">How signing in works</DocsLink>}
      />
      <div className="flex flex-col gap-4">
        <SignInRuleForm
          rule={rule}
          hasProvider={provider !== null}
          canWrite={canWrite}
          setRule={setSignInRuleAction}
        />
        <ProviderForm
          provider={provider}
          customerId={context.customer.wireId}
          callbackUrl={callbackUrl()}
          canWrite={canWrite}
          set={setProviderAction}
          remove={removeProviderAction}
        />
      </div>
    </>
  );
}
