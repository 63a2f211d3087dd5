import { Metric } from "@/components/live/metric";
import { formatNumber } from "@/components/shared/format";
import { Panel } from "@/components/shared/panel";
import type { TimelinePoint } from "@/lib/domain/figures/timeline";
import type { RunReportView } from "@/lib/services/operation/report/get";
import { bypassedIn, refusedIn, shareText } from "./report-words";

type TotalsPanelProps = { report: RunReportView; points: readonly TimelinePoint[] };

/** What happened in a run, in total. Arrivals and joins are the sums of what follows them. */
export function TotalsPanel({ report, points }: TotalsPanelProps) {
  return (
    <Panel title="Summary" flush>
      <dl className="grid grid-cols-2 md:grid-cols-3 xl:grid-cols-6">
        {[...peopleOf(report), ...restOf(report, points)].map(({ label, value, detail }) => (
          <Metric key={label} label={label} value={formatNumber(value)} detail={detail} />
        ))}
      </dl>
    </Panel>
  );
}

type Figure = { readonly label: string; readonly value: number; readonly detail: string };

function peopleOf({ sums, endedAt }: RunReportView): readonly Figure[] {
  const { arrived, turnedAway, joined, admitted, waiting, left, noShows, removed } = sums;
  const ofJoins = (part: number) => `${shareText(part, joined)} of joins`;
  return [
    { label: "Arrivals", value: arrived, detail: `${formatNumber(turnedAway)} did not join` },
    { label: "Joined", value: joined, detail: "numbers issued" },
    { label: "Admitted", value: admitted, detail: ofJoins(admitted) },
    { label: "Waiting", value: waiting, detail: endedAt === null ? "in line now" : "at the end" },
    { label: "Left the line", value: left, detail: ofJoins(left) },
    { label: "No-shows", value: noShows, detail: ofJoins(noShows) },
    ...(removed > 0
      ? [{ label: "Cancelled", value: removed, detail: "places cancelled by your team" }]
      : []),
  ];
}

function restOf(
  { totals, challenges }: RunReportView,
  points: readonly TimelinePoint[],
): readonly Figure[] {
  const peak = Math.max(0, ...points.map(({ waiting }) => waiting ?? 0));
  const bypassed = bypassedIn(totals);
  return [
    { label: "Peak line", value: peak, detail: "waiting at once" },
    { label: "Turned away", value: refusedIn(totals), detail: "responses, not people" },
    ...(bypassed > 0
      ? [{ label: "Bypassed the line", value: bypassed, detail: "not counted as admitted" }]
      : []),
    {
      label: "Challenged",
      value: challenges?.challenged ?? 0,
      detail:
        challenges === null ? "nobody was asked" : `${formatNumber(challenges.solved)} solved`,
    },
  ];
}
