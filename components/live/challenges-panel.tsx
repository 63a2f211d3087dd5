import { formatNumber } from "@/components/shared/format";
import { Panel } from "@/components/shared/panel";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import { Metric } from "./metric";

/** What challenges cost people; nothing where an event holds nobody back. */
export function ChallengesPanel({ live }: { live: EventLive }) {
  const { challenges } = live;
  if (challenges === null) return null;
  const { challenged, solved, failed, gaveUp, medianSeconds, p95Seconds } = challenges;
  const heldBack = challenges.blocked + challenges.heldFalse;
  return (
    <Panel
      title="Challenges, last hour"
      description="What joining costs visitors. Updated every minute."
      flush
    >
      <dl className="grid grid-cols-2 lg:grid-cols-5">
        <Metric
          label="Challenged"
          value={formatNumber(challenged)}
          detail={challenged === 0 ? "no challenges" : "before joining"}
        />
        <Metric
          label="Solved"
          value={formatNumber(solved)}
          detail={shareText(solved, challenged)}
        />
        <Metric
          label="Abandoned (max.)"
          value={formatNumber(gaveUp)}
          detail={shareText(gaveUp, challenged)}
        />
        <Metric
          label="Time to solve"
          value={solved === 0 ? "–" : secondsText(medianSeconds)}
          detail={solved === 0 ? "" : `median; 95 % ${secondsText(p95Seconds)}`}
        />
        <Metric
          label="Blocked"
          value={formatNumber(heldBack)}
          detail={`${formatNumber(failed)} wrong answers`}
        />
      </dl>
    </Panel>
  );
}

function shareText(part: number, whole: number): string {
  return whole === 0 ? "" : `${Math.round((100 * part) / whole)} % of them`;
}

function secondsText(seconds: number | null): string {
  return seconds === null ? "over 1 min" : `≤ ${seconds} s`;
}
