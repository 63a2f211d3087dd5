import type { Metadata } from "next";
import { LiveResult } from "@/components/rehearsals/live-result";
import { RehearsalProgress } from "@/components/rehearsals/rehearsal-progress";
import { RehearsalState, TestChip } from "@/components/rehearsals/rehearsal-state";
import { StopRehearsal } from "@/components/rehearsals/stop-rehearsal";
import { WhatIfPlanPanel } from "@/components/rehearsals/what-if-plan";
import { LastRunNote, WhatIfResult } from "@/components/rehearsals/what-if-result";
import { Moment } from "@/components/shared/moment";
import { Notice } from "@/components/shared/notice";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { env } from "@/lib/platform/env";
import { getRehearsal, type OpenedRehearsal } from "@/lib/services/operation/rehearsal/get";
import { load, requireCaller } from "../../guard";
import { stopRehearsalAction } from "../actions";

export const metadata: Metadata = { title: "Rehearsal" };

type RehearsalPageProps = { params: Promise<{ rehearsalId: string }> };

export default async function RehearsalPage({ params }: RehearsalPageProps) {
  const { rehearsalId } = await params;
  const { context, can } = await requireCaller();
  const opened = await load(getRehearsal(context, { rehearsalId }));
  const { rehearsal, lastRun } = opened;
  const isUnderWay = rehearsal.state === "queued" || rehearsal.state === "running";
  const canStop = isUnderWay && can("rehearsal:run");
  return (
    <>
      <PageHeader
        title={rehearsal.name}
        parent={{ label: "Rehearsals", href: "/rehearsals" }}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {rehearsal.kind === "live" ? <TestChip /> : null}
            <RehearsalState rehearsal={rehearsal} />
            <span>
              Started by {rehearsal.createdBy}, <Moment at={rehearsal.createdAt} />
            </span>
            {lastRun === null ? null : <LastRunNote lastRun={lastRun} />}
          </span>
        }
        actions={
          canStop ? <StopRehearsal rehearsal={rehearsal} stop={stopRehearsalAction} /> : undefined
        }
      />
      {isUnderWay ? <RefreshEvery seconds={1} /> : null}
      {rehearsal.problem === null ? null : (
        <Notice tone="danger" className="mb-5">
          {rehearsal.problem}
        </Notice>
      )}
      <Body {...opened} customerId={context.customer.wireId} />
    </>
  );
}

function Body({ rehearsal, lastRun, customerId }: OpenedRehearsal & { customerId: string }) {
  if (rehearsal.kind === "live") {
    const { copy } = rehearsal;
    const query = new URLSearchParams({ c: customerId, e: copy ?? "" });
    const pageUrl = copy === null ? null : `${new URL("/", env.waitingRoomUrl())}?${query}`;
    return <LiveResult rehearsal={rehearsal} pageUrl={pageUrl} />;
  }
  const { plan, outcome } = rehearsal;
  if (outcome !== null) return <WhatIfResult plan={plan} outcome={outcome} lastRun={lastRun} />;
  return (
    <div className="flex flex-col gap-5">
      <RehearsalProgress rehearsal={rehearsal} />
      <WhatIfPlanPanel plan={plan} />
    </div>
  );
}
