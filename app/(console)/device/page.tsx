import type { Metadata } from "next";
import { DeviceLogin } from "@/components/device-login/device-login";
import { DocsLink } from "@/components/shared/docs-link";
import { NoAccess } from "@/components/shared/no-access";
import { PageHeader } from "@/components/shared/page-header";
import { requireCaller } from "../guard";
import { approveLoginAction, findLoginRequestAction, refuseLoginAction } from "./actions";

export const metadata: Metadata = { title: "Sign in a program" };

const ACTIONS = {
  find: findLoginRequestAction,
  approve: approveLoginAction,
  refuse: refuseLoginAction,
};

export default async function DevicePage() {
  const { context, can } = await requireCaller();
  if (!can("api-key:write")) return <NoAccess permission="api-key:write" />;
  return (
    <div className="max-w-2xl">
      <PageHeader
        title="Sign in a program"
        description={
          <>
            Give the command line or another program an API key for {context.customer.name}.{" "}
            <DocsLink page="cli#sign-in">How programs sign in</DocsLink>
          </>
        }
      />
      <DeviceLogin customerName={context.customer.name} actions={ACTIONS} />
    </div>
  );
}
