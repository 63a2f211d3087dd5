import type { Metadata } from "next";
import { BrowserPanel } from "@/components/connectors/browser-panel";
import { ConnectorPanel } from "@/components/connectors/connector-panel";
import { DiagnosePanel } from "@/components/connectors/diagnose-panel";
import { PushPanel } from "@/components/connectors/push-panel";
import { ReportPanel } from "@/components/connectors/report-panel";
import { SigningPanel } from "@/components/connectors/signing-panel";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { env } from "@/lib/platform/env";
import { listEventNames } from "@/lib/services/event/manage/list-names";
import { getBrowserRules } from "@/lib/services/sites/publication/get-browser-rules";
import { listConfigKeys } from "@/lib/services/sites/publication/list-config-keys";
import { getPush } from "@/lib/services/sites/push/get";
import { requireCaller } from "../guard";
import {
  createDebugTokenAction,
  dismissConnectorAction,
  retryPushAction,
  setBrowserRulesAction,
  setPushUrlAction,
} from "./actions";
import { connectorsOrNull, reportsOrNull } from "./connectors-or-null";

export const metadata: Metadata = { title: "Connectors" };

const REFRESH_SECONDS = 15;

export default async function ConnectorsPage() {
  const { context, can } = await requireCaller();
  const [connectors, reports, keys, browserRules, push, events] = await Promise.all([
    connectorsOrNull(context),
    reportsOrNull(context),
    listConfigKeys(context),
    getBrowserRules(context),
    getPush(context),
    listEventNames(context),
  ]);
  const roomUrl = env.waitingRoomUrl();
  const customerId = context.customer.wireId;
  // How rules travel is for those who publish them; a push that is set up concerns everybody.
  const canPublish = can("publication:write");
  return (
    <>
      <RefreshEvery seconds={REFRESH_SECONDS} />
      <PageHeader
        title="Connectors"
        description="Code on your sites that sends visitors to the waiting room."
      />
      <div className="flex flex-col gap-4">
        <ConnectorPanel
          connectors={connectors}
          dismiss={canPublish ? dismissConnectorAction : null}
        />
        <ReportPanel reports={reports} />
        {canPublish ? (
          <SigningPanel
            keys={keys}
            keyUrl={`${roomUrl}/status/integrationconfig/key/${customerId}`}
          />
        ) : null}
        {canPublish || push !== null ? (
          <PushPanel
            push={push}
            canWrite={canPublish}
            set={setPushUrlAction}
            retry={retryPushAction}
          />
        ) : null}
        {can("debug-token:write") ? (
          <DiagnosePanel
            events={events.map(({ eventId, name }) => ({ eventId, name }))}
            create={createDebugTokenAction}
          />
        ) : null}
        <BrowserPanel
          isOpen={browserRules.isOpen}
          canWrite={canPublish}
          configUrl={`${roomUrl}/${customerId}/integrationconfig/javascript/queueclientConfig.js`}
          set={setBrowserRulesAction}
        />
      </div>
    </>
  );
}
