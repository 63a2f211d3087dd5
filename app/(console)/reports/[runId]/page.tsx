import type { Metadata } from "next";
import { Suspense } from "react";
import { Timeline } from "@/components/charts/timeline";
import { ActsPanel } from "@/components/reports/acts-panel";
import { FairnessPanel } from "@/components/reports/fairness-panel";
import { PublishPanel } from "@/components/reports/publish-panel";
import { ReportActions } from "@/components/reports/report-actions";
import { TotalsPanel } from "@/components/reports/totals-panel";
import { WaitsPanel } from "@/components/reports/waits-panel";
import { Moment } from "@/components/shared/moment";
import { PageHeader } from "@/components/shared/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readTimeline } from "@/lib/services/operation/figures/read-timeline";
import { getRunReport } from "@/lib/services/operation/report/get";
import { getFairness } from "@/lib/services/operation/report/get-fairness";
import { load, requireCaller } from "../../guard";
import { publishReportAction, withdrawReportAction } from "../actions";

export const metadata: Metadata = { title: "Report" };

type ReportPageProps = { params: Promise<{ runId: string }> };

export default async function ReportPage({ params }: ReportPageProps) {
  const { runId } = await params;
  const { context, can } = await requireCaller();
  const report = await load(getRunReport(context, { runId }));
  const { eventId, run, openedAt, endedAt } = report;
  const timeline = await load(readTimeline(context, { eventId, run, range: "run" }));
  const canPublish = can("report:publish");
  return (
    <>
      <PageHeader
        title={`${report.eventName}, run ${run}`}
        parent={{ label: "Reports", href: "/reports" }}
        description={
          <>
            <Moment at={openedAt} /> to{" "}
            {endedAt === null ? "now (running)" : <Moment at={endedAt} />}
          </>
        }
        actions={<ReportActions runId={runId} />}
      />
      <div className="flex flex-col gap-4">
        <TotalsPanel report={report} points={timeline.points} />
        <Timeline timeline={timeline} timeZone={report.timeZone} />
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <Fairness context={context} runId={runId} />
        </Suspense>
        <PublishPanel
          report={report}
          publish={canPublish ? publishReportAction : undefined}
          withdraw={canPublish ? withdrawReportAction : undefined}
        />
        <ActsPanel report={report} />
      </div>
    </>
  );
}

/** Counting what goes on takes a while: the rest of the page does not wait for it. */
async function Fairness({ context, runId }: { context: ServiceContext; runId: string }) {
  const fairness = await getFairness(context, { runId });
  return (
    <>
      <FairnessPanel fairness={fairness} />
      <WaitsPanel waits={fairness.figures.waits} />
    </>
  );
}
