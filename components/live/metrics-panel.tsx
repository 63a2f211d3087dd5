import { formatNumber } from "@/components/shared/format";
import type { EventLive } from "@/lib/services/event/get-live";
import { FlowMeter } from "./flow-meter";
import { Metric } from "./metric";
import { waitText } from "./wait-text";

const NONE = "–";

/** The figures of a line, in the order in which an operator asks for them. */
export function MetricsPanel({ live }: { live: EventLive }) {
  const { snapshot, event } = live;
  const figure = (value: number | undefined) => (value === undefined ? NONE : formatNumber(value));
  const lanes = snapshot?.lanes ?? [];
  const joined = lanes.find(({ isDefault }) => isDefault);
  const outside = snapshot?.admittedOutsideCap ?? 0;
  return (
    <dl className="grid grid-cols-2 divide-separator overflow-hidden rounded-3xl bg-surface shadow-surface max-lg:[&>*:nth-child(even)]:border-l max-lg:[&>*:last-child]:col-span-2 max-lg:[&>*:nth-child(n+3)]:border-t [&>*]:border-separator lg:grid-cols-5 lg:divide-x">
      <Metric
        label="Waiting"
        value={figure(snapshot?.waiting)}
        detail={
          event.lineLimit === null ? "no line limit" : `of ${formatNumber(event.lineLimit)} at most`
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
      <Metric
        label="Expected wait"
        value={
          snapshot === null || joined === undefined
            ? NONE
            : waitText(joined.expectedWaitSeconds, snapshot.waiting, snapshot.paused)
        }
        detail={lanes.length > 1 ? "in the default lane" : "for who joins now"}
      />
      <ServingMetric lanes={lanes} />
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

/** The serving number, or with several lanes, each of which has its own below, how many have people. */
function ServingMetric({ lanes }: { lanes: NonNullable<EventLive["snapshot"]>["lanes"] }) {
  const [lane] = lanes;
  if (lanes.length > 1) {
    const busy = lanes.filter(({ waiting }) => waiting > 0).length;
    return (
      <Metric
        label="Lanes with people"
        value={formatNumber(busy)}
        detail={`of ${formatNumber(lanes.length)} lanes`}
      />
    );
  }
  return (
    <Metric
      label="Serving number"
      value={lane === undefined ? NONE : formatNumber(lane.servingNumber)}
      detail={lane === undefined ? "" : `last number ${formatNumber(lane.lastNumber)}`}
    />
  );
}

function seatsText({ activeCap, seatsTaken }: NonNullable<EventLive["snapshot"]>): string {
  if (activeCap === null) return "";
  return `${formatNumber(seatsTaken)} of ${formatNumber(activeCap)} seats taken`;
}
