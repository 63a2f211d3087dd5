import type { Metadata } from "next";
import { ConnectorPanel } from "@/components/connectors/connector-panel";
import { ReportPanel } from "@/components/connectors/report-panel";
import { SigningPanel } from "@/components/connectors/signing-panel";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { env } from "@/lib/env";
import { listConfigKeys } from "@/lib/services/publication/list-config-keys";
import { requireCaller } from "../guard";
import { connectorsOrNull, reportsOrNull } from "./connectors-or-null";

export const metadata: Metadata = { title: "Connectors" };

const REFRESH_SECONDS = 15;

export default async function ConnectorsPage() {
  const { context } = await requireCaller();
  const [connectors, reports, keys] = await Promise.all([
    connectorsOrNull(context),
    reportsOrNull(context),
    listConfigKeys(context),
  ]);
  const keyUrl = `${env.waitingRoomUrl()}/status/integrationconfig/key/${context.customer.wireId}`;
  return (
    <>
      <RefreshEvery seconds={REFRESH_SECONDS} />
      <PageHeader
        title="Connectors"
        description="The code on your sites that asks the waiting room what to do."
      />
      <div className="flex flex-col gap-4">
        <ConnectorPanel connectors={connectors} />
        <ReportPanel reports={reports} />
        <SigningPanel keys={keys} keyUrl={keyUrl} />
      </div>
    </>
  );
}
