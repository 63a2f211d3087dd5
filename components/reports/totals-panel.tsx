import { Metric } from "@/components/live/metric";
import { formatNumber } from "@/components/shared/format";
import { Panel } from "@/components/shared/panel";
import { abandonmentOf } from "@/lib/domain/figures/compare-runs";
import type { RunReportView } from "@/lib/services/operation/report/get";
import { bypassedIn, percentText, refusedIn, shareText } from "./report-words";

type TotalsPanelProps = { report: RunReportView; peakWaiting: number | null };

/** What happened in a run, in total. Arrivals and joins are the sums of what follows them. */
export function TotalsPanel({ report, peakWaiting }: TotalsPanelProps) {
  return (
    <Panel title="Summary" flush>
      <dl className="grid grid-cols-2 md:grid-cols-3 xl:grid-cols-6">
        {[...peopleOf(report), ...restOf(report, peakWaiting)].map(({ label, value, detail }) => (
          <Metric
            key={label}
            label={label}
            value={typeof value === "number" ? formatNumber(value) : value}
            detail={detail}
          />
        ))}
      </dl>
    </Panel>
  );
}

type Figure = { readonly label: string; readonly value: number | string; readonly detail: string };

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
  { totals, sums, challenges }: RunReportView,
  peakWaiting: number | null,
): readonly Figure[] {
  const abandonment = abandonmentOf(sums);
  const { bought, returned = 0 } = totals;
  const bypassed = bypassedIn(totals);
  return [
    {
      label: "Abandonment",
      value: abandonment === null ? "–" : percentText(abandonment),
      detail: "left or did not come when called",
    },
    { label: "Peak line", value: peakWaiting ?? "–", detail: "waiting at once" },
    ...(bought === undefined
      ? []
      : [{ label: "Bought", value: bought - returned, detail: "units, as your site reports" }]),
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
