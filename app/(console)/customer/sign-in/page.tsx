import type { Metadata } from "next";
import { ProviderForm } from "@/components/customer/provider-form";
import { SignInRuleForm } from "@/components/customer/sign-in-rule-form";
import { DocsLink } from "@/components/shared/docs-link";
import { PageHeader } from "@/components/shared/page-header";
import { callbackUrl, getProvider } from "@/lib/services/people/single-sign-on/provider";
import { getSignInRule } from "@/lib/services/people/single-sign-on/set-rule";
import { load, requireCaller } from "../../guard";
import { removeProviderAction, setProviderAction, setSignInRuleAction } from "./actions";

export const metadata: Metadata = { title: "Sign-in" };

export default async function SignInRulesPage() {
  const { context, can } = await requireCaller();
  const [{ rule }, provider] = await load(
    Promise.all([getSignInRule(context), getProvider(context)]),
  );
  const canWrite = can("customer:security");
  return (
    <>
      <PageHeader
        title="Sign-in"
        description={`How members of ${context.customer.name} sign in.`}
        parent={{ label: "Customer", href: "/customer" }}
        actions={<DocsLink page="signing-in">How sign-in works</DocsLink>}
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
