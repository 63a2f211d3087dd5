import { Metric } from "@/components/live/metric";
import { formatNumber } from "@/components/shared/format";
import { Panel } from "@/components/shared/panel";
import type { RunReportView } from "@/lib/services/operation/report/get";
import { admittedIn, refusedIn, shareText } from "./report-words";

/** What happened in a run, in total. */
export function TotalsPanel({ report: { totals, challenges } }: { report: RunReportView }) {
  const admitted = admittedIn(totals);
  const refused = refusedIn(totals);
  const noShows = totals["no-shows"] ?? 0;
  const joins = totals.joins ?? 0;
  return (
    <Panel title="Summary" description="From per-minute figures" flush>
      <dl className="grid grid-cols-2 md:grid-cols-3 xl:grid-cols-6">
        <Metric
          label="Arrivals"
          value={formatNumber(totals.arrivals ?? 0)}
          detail="without a place"
        />
        <Metric label="Joined" value={formatNumber(joins)} detail="numbers issued" />
        <Metric
          label="Admitted"
          value={formatNumber(admitted)}
          detail={`${formatNumber(totals["admitted-queue"] ?? 0)} from the line`}
        />
        <Metric
          label="No-shows"
          value={formatNumber(noShows)}
          detail={`${shareText(noShows, joins)} of joins`}
        />
        <Metric label="Turned away" value={formatNumber(refused)} detail="responses, not people" />
        <Metric
          label="Challenged"
          value={formatNumber(challenges?.challenged ?? 0)}
          detail={
            challenges === null ? "nobody was asked" : `${formatNumber(challenges.solved)} solved`
          }
        />
      </dl>
    </Panel>
  );
}
