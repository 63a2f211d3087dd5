import { formatNumber, formatWait } from "@/components/shared/format";
import type { EventLive } from "@/lib/services/event/get-live";
import { FlowMeter } from "./flow-meter";
import { Metric } from "./metric";

const NONE = "–";

/** The figures of a line, in the order in which an operator asks for them. */
export function MetricsPanel({ live }: { live: EventLive }) {
  const { snapshot, event } = live;
  const figure = (value: number | undefined) => (value === undefined ? NONE : formatNumber(value));
  const lane = snapshot?.lanes[0];
  const outside = snapshot?.admittedOutsideCap ?? 0;
  return (
    <dl className="grid grid-cols-2 divide-separator overflow-hidden rounded-3xl bg-surface shadow-surface max-lg:[&>*:nth-child(even)]:border-l max-lg:[&>*:last-child]:col-span-2 max-lg:[&>*:nth-child(n+3)]:border-t [&>*]:border-separator lg:grid-cols-5 lg:divide-x">
      <Metric
        label="Waiting"
        value={figure(snapshot?.waiting)}
        detail={
          waitingByLane(snapshot) ??
          (event.lineLimit === null
            ? "no line limit"
            : `of ${formatNumber(event.lineLimit)} at most`)
        }
      />
      <Metric
        label="Admitted, last minute"
        value={figure(snapshot?.admittedLastMinute)}
        detail={
          <FlowMeter
            admittedLastMinute={snapshot?.admittedLastMinute ?? 0}
            outflowPerMinute={snapshot?.outflowPerMinute ?? event.outflowInForce}
          />
        }
      />
      <Metric label="Expected wait" value={waitText(snapshot)} detail="for who joins now" />
      <Metric
        label="Serving number"
        value={figure(lane?.servingNumber)}
        detail={lane === undefined ? "" : `last number ${formatNumber(lane.lastNumber)}`}
      />
      <Metric
        label="Joined in this run"
        value={figure(snapshot?.joined)}
        detail={
          snapshot === null
            ? ""
            : [
                `${formatNumber(snapshot.admitted)} admitted`,
                outside === 0 ? "" : `${formatNumber(outside)} past the line`,
                seatsText(snapshot),
              ]
                .filter(Boolean)
                .join(", ")
        }
      />
    </dl>
  );
}

function waitText(snapshot: EventLive["snapshot"]): string {
  if (snapshot === null) return NONE;
  if (snapshot.waiting === 0 && !snapshot.paused) return "none";
  const range = snapshot.expectedWaitSeconds;
  if (range === null) return "unknown";
  const [low, high] = [Math.round(range.low / 60), Math.ceil(range.high / 60)];
  if (high <= 1) return "under 1 min";
  return low === high || low === 0 ? `up to ${formatWait(high * 60)}` : `${low}–${high} min`;
}

/** How many wait in each lane; undefined where there is only one. */
function waitingByLane(snapshot: EventLive["snapshot"]): string | undefined {
  if (snapshot === null || snapshot.lanes.length < 2) return undefined;
  return snapshot.lanes.map(({ name, waiting }) => `${name} ${formatNumber(waiting)}`).join(" · ");
}

function seatsText({ activeCap, seatsTaken }: NonNullable<EventLive["snapshot"]>): string {
  if (activeCap === null) return "";
  return `${formatNumber(seatsTaken)} of ${formatNumber(activeCap)} seats taken`;
}
