import type { Metadata } from "next";
import { AwsApiPanel } from "@/components/aws-api/aws-api-panel";
import { AwsClientPanel } from "@/components/aws-api/aws-client-panel";
import { CaptchaKeyPanel } from "@/components/captcha-keys/captcha-key-panel";
import { ApiKeyPanel } from "@/components/secrets/api-key-panel";
import { ConnectPanel } from "@/components/secrets/connect-panel";
import { SecretPanel } from "@/components/secrets/secret-panel";
import { NoAccess } from "@/components/shared/no-access";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { env } from "@/lib/platform/env";
import { listEventNames } from "@/lib/services/event/manage/list-names";
import { listApiKeys } from "@/lib/services/people/api-key/list";
import { listApiKeyUses } from "@/lib/services/people/api-key/list-uses";
import { getAwsApi } from "@/lib/services/sites/aws-api/set";
import { listCaptchaKeys } from "@/lib/services/sites/captcha-keys/list";
import { listSecrets } from "@/lib/services/sites/secret/list";
import { connectorsOrNull } from "../connectors/connectors-or-null";
import { requireCaller } from "../guard";
import {
  activateSecretAction,
  createApiKeyAction,
  createAwsAccessKeyAction,
  createSecretAction,
  removeCaptchaKeysAction,
  retireSecretAction,
  revealSecretAction,
  revokeApiKeyAction,
  revokeSecretAction,
  rotateAwsKeyAction,
  saveAwsClientAction,
  setAwsApiAction,
  setCaptchaKeysAction,
} from "./actions";

export const metadata: Metadata = { title: "Secrets & keys" };

/** How often the page checks which connectors have a new secret. */
const REFRESH_SECONDS = 10;

const SECRET_ACTIONS = {
  create: createSecretAction,
  reveal: revealSecretAction,
  activate: activateSecretAction,
  retire: retireSecretAction,
  revoke: revokeSecretAction,
};

const AWS_ACTIONS = {
  set: setAwsApiAction,
  rotate: rotateAwsKeyAction,
  createAccessKey: createAwsAccessKeyAction,
};

export default async function SecretsPage() {
  const { context, can } = await requireCaller();
  if (!can("secret:read") || !can("api-key:read")) return <NoAccess permission="secret:read" />;
  const [secrets, apiKeys, lastUses, captchaKeys, awsApi, events, connectors] = await Promise.all([
    listSecrets(context),
    listApiKeys(context),
    // Without Redis nobody knows, and the keys are shown all the same.
    listApiKeyUses(context).catch(() => null),
    listCaptchaKeys(context),
    getAwsApi(context),
    listEventNames(context),
    connectorsOrNull(context),
  ]);
  const hasStaged = secrets.some(({ state }) => state === "staged");
  return (
    <>
      {hasStaged ? <RefreshEvery seconds={REFRESH_SECONDS} /> : null}
      <PageHeader
        title="Secrets & keys"
        description="Credentials for your site and its connectors."
      />
      <div className="flex flex-col gap-4">
        <SecretPanel
          secrets={secrets}
          events={events.map(({ eventId, name }) => ({ eventId, name }))}
          connectors={connectors ?? []}
          canWrite={can("secret:write")}
          actions={SECRET_ACTIONS}
        />
        <ApiKeyPanel
          apiKeys={apiKeys}
          lastUses={lastUses}
          canWrite={can("api-key:write")}
          create={createApiKeyAction}
          revoke={revokeApiKeyAction}
        />
        <CaptchaKeyPanel
          keys={captchaKeys}
          canWrite={can("secret:write")}
          set={setCaptchaKeysAction}
          remove={removeCaptchaKeysAction}
        />
        <AwsApiPanel
          awsApi={awsApi}
          apiKeys={apiKeys}
          lastUses={lastUses}
          canWrite={{ api: can("secret:write"), accessKey: can("api-key:write") }}
          actions={AWS_ACTIONS}
        />
        {awsApi.isOn ? (
          <AwsClientPanel
            clients={awsApi.clients}
            events={events.map(({ eventId, name }) => ({ eventId, name }))}
            canWrite={can("secret:write")}
            save={saveAwsClientAction}
          />
        ) : null}
        <ConnectPanel customerId={context.customer.wireId} waitingRoomUrl={env.waitingRoomUrl()} />
      </div>
    </>
  );
}
