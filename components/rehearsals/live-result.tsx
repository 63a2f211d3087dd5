import { ExternalLink } from "lucide-react";
import Link from "next/link";
import { valueText } from "@/components/charts/chart-words";
import { Metric } from "@/components/live/metric";
import { formatNumber, plural } from "@/components/shared/format";
import { Notice } from "@/components/shared/notice";
import { Panel } from "@/components/shared/panel";
import type { LiveView } from "@/lib/services/operation/rehearsal/rehearsal-view";
import { type Band, BandChart } from "./band-chart";
import { LiveVerdict } from "./live-verdict";

type LiveResultProps = {
  rehearsal: LiveView;
  /** The waiting page of the copy, for whoever wants to stand in line; null once it is closed. */
  pageUrl: string | null;
};

/** How a crowd of test visitors stands, and how it went. */
export function LiveResult({ rehearsal, pageUrl }: LiveResultProps) {
  const { outcome, plan, copy, state } = rehearsal;
  return (
    <div className="flex flex-col gap-5">
      <Notice tone="warning">
        These are test visitors on a copy of the event, using the real waiting page and connector.
        They do not appear in your reports or figures.
      </Notice>
      <Panel flush>
        <dl className="grid grid-cols-2 divide-separator sm:grid-cols-4 sm:divide-x">
          <Metric
            label="Arrived"
            value={formatNumber(outcome?.arrived ?? 0)}
            unit={`of ${formatNumber(plan.people)}`}
            detail={`${plural(outcome?.noShows ?? 0, "no-show")}`}
          />
          <Metric
            label="Waiting"
            value={formatNumber(outcome?.waiting ?? 0)}
            unit="people"
            detail={`Outflow ${formatNumber(plan.outflowPerMinute)} per minute`}
          />
          <Metric
            label="Admitted"
            value={formatNumber(outcome?.admitted ?? 0)}
            unit="people"
            detail={outcome === null ? "" : `after ${valueText(outcome.second, "seconds")}`}
          />
          <Metric
            label="Median wait"
            value={outcome?.wait ? valueText(outcome.wait.median, "seconds") : "–"}
            detail={outcome?.wait ? `p95 ${valueText(outcome.wait.p95, "seconds")}` : ""}
          />
        </dl>
      </Panel>
      <LiveVerdict rehearsal={rehearsal} />
      {outcome === null || outcome.points.length < 2 ? null : (
        <Panel title="Over time" description="Seconds since the first arrival">
          <BandChart
            title="Test visitors"
            unit="count"
            bands={bandsOf(outcome.points)}
            xText={(second) => valueText(second, "seconds")}
            height={200}
          />
        </Panel>
      )}
      {outcome === null || outcome.errors === 0 ? null : (
        <Notice tone="danger">
          {plural(outcome.errors, "error")}: {outcome.problems.join("; ")}
        </Notice>
      )}
      {state !== "running" || copy === null ? null : (
        <div className="flex flex-wrap items-baseline gap-x-5 gap-y-2 text-sm">
          <Link href={`/events/${copy}`} className="link-text">
            The copy’s live page
          </Link>
          {pageUrl === null ? null : (
            <a
              href={pageUrl}
              target="_blank"
              rel="noreferrer"
              className="link-text inline-flex items-baseline gap-1"
            >
              Join the line yourself
              <ExternalLink aria-hidden className="size-3.5" />
            </a>
          )}
          <p className="max-w-2xl basis-full text-muted">
            Test visitors never reach your site. If you join the line and are admitted, you do,
            marked as a test and without a token, so your site treats you like a visitor who has not
            waited.
          </p>
        </div>
      )}
    </div>
  );
}

type Points = NonNullable<LiveView["outcome"]>["points"];

const LINES = [
  { key: "arrived", label: "Arrived", colour: "var(--chart-arrivals)" },
  { key: "waiting", label: "Waiting", colour: "var(--chart-waiting)" },
  { key: "admitted", label: "Admitted", colour: "var(--chart-admitted)" },
] as const;

function bandsOf(points: Points): Band[] {
  return LINES.map(({ key, label, colour }) => ({
    key,
    label,
    colour,
    points: points.map((point) => ({ x: point.second, value: point[key] })),
  }));
}
