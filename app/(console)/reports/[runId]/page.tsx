import type { Metadata } from "next";
import { Suspense } from "react";
import { Timeline } from "@/components/charts/timeline";
import { ActsPanel } from "@/components/reports/acts-panel";
import { ComparePanel } from "@/components/reports/compare-panel";
import { FairnessPanel } from "@/components/reports/fairness-panel";
import { PublishPanel } from "@/components/reports/publish-panel";
import { ReportActions } from "@/components/reports/report-actions";
import { peakOf } from "@/components/reports/report-words";
import { TotalsPanel } from "@/components/reports/totals-panel";
import { WaitsPanel } from "@/components/reports/waits-panel";
import { Moment } from "@/components/shared/moment";
import { PageHeader } from "@/components/shared/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readTimeline } from "@/lib/services/operation/figures/read-timeline";
import { getRunReport, type RunReportView } from "@/lib/services/operation/report/get";
import { getFairness } from "@/lib/services/operation/report/get-fairness";
import { listRuns } from "@/lib/services/operation/report/list";
import { load, requireCaller } from "../../guard";
import { publishReportAction, withdrawReportAction } from "../actions";

export const metadata: Metadata = { title: "Report" };

const RUNS_TO_CHOOSE = 50;

type ReportPageProps = {
  params: Promise<{ runId: string }>;
  searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
};

export default async function ReportPage({ params, searchParams }: ReportPageProps) {
  const { runId } = await params;
  const { with: chosen } = await searchParams;
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
        <TotalsPanel report={report} peakWaiting={peakOf(timeline)} />
        <Timeline timeline={timeline} timeZone={report.timeZone} />
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <Fairness context={context} runId={runId} />
        </Suspense>
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <Comparison
            context={context}
            report={report}
            peakWaiting={peakOf(timeline)}
            chosen={typeof chosen === "string" ? chosen : ""}
          />
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

type ComparisonProps = {
  context: ServiceContext;
  report: RunReportView;
  peakWaiting: number | null;
  chosen: string;
};

/** What somebody has typed into the address is no reason for an error: a run of another event is none to choose. */
async function Comparison({ context, report, peakWaiting, chosen }: ComparisonProps) {
  const { runId, eventId, run } = report;
  const { items } = await listRuns(context, { eventId, limit: RUNS_TO_CHOOSE });
  const choices = items.filter((one) => one.runId !== runId);
  if (choices.length === 0) return null;
  const other = choices.find((one) => one.runId === chosen);
  if (other === undefined) return <ComparePanel choices={choices} chosen="" sides={null} />;
  const [own, ofOther, otherReport, otherTimeline] = await Promise.all([
    getFairness(context, { runId }),
    getFairness(context, { runId: other.runId }),
    getRunReport(context, { runId: other.runId }),
    readTimeline(context, { eventId, run: other.run, range: "run" }),
  ]);
  const beside = { ...otherReport.sums, ...ofOther.figures.waits };
  return (
    <ComparePanel
      choices={choices}
      chosen={other.runId}
      sides={[
        { run, figures: { ...report.sums, ...own.figures.waits, peakWaiting } },
        { run: other.run, figures: { ...beside, peakWaiting: peakOf(otherTimeline) } },
      ]}
    />
  );
}
