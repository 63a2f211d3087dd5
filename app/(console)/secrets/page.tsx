import type { Metadata } from "next";
import { ApiKeyPanel } from "@/components/secrets/api-key-panel";
import { ConnectPanel } from "@/components/secrets/connect-panel";
import { SecretPanel } from "@/components/secrets/secret-panel";
import { NoAccess } from "@/components/shared/no-access";
import { PageHeader } from "@/components/shared/page-header";
import { env } from "@/lib/env";
import { listApiKeys } from "@/lib/services/api-key/list";
import { listSecrets } from "@/lib/services/secret/list";
import { requireCaller } from "../guard";
import {
  activateSecretAction,
  createApiKeyAction,
  createSecretAction,
  deleteSecretAction,
  revealSecretAction,
  revokeApiKeyAction,
} from "./actions";

export const metadata: Metadata = { title: "Secrets & keys" };

const SECRET_ACTIONS = {
  create: createSecretAction,
  reveal: revealSecretAction,
  activate: activateSecretAction,
  remove: deleteSecretAction,
};

export default async function SecretsPage() {
  const { context, can } = await requireCaller();
  if (!can("secret:read") || !can("api-key:read")) return <NoAccess role="owners" />;
  const [secrets, apiKeys] = await Promise.all([listSecrets(context), listApiKeys(context)]);
  return (
    <>
      <PageHeader
        title="Secrets & keys"
        description="What your site needs to trust the waiting room."
      />
      <div className="flex flex-col gap-4">
        <SecretPanel secrets={secrets} canWrite={can("secret:write")} actions={SECRET_ACTIONS} />
        <ApiKeyPanel
          apiKeys={apiKeys}
          canWrite={can("api-key:write")}
          create={createApiKeyAction}
          revoke={revokeApiKeyAction}
        />
        <ConnectPanel customerId={context.customer.wireId} waitingRoomUrl={env.waitingRoomUrl()} />
      </div>
    </>
  );
}
