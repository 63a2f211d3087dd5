import { CircleCheck, TriangleAlert } from "lucide-react";
import type { EventState } from "@/components/events/event-state";
import { StateChip } from "@/components/events/state-chip";
import { formatNumber, formatWait, plural } from "@/components/shared/format";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import { FlowMeter } from "./flow-meter";
import { Metric } from "./metric";
import { RunFacts } from "./run-facts";
import type { Trouble } from "./troubles";
import { waitText } from "./wait-text";

const NONE = "–";

type AnswersProps = {
  live: EventLive;
  state: EventState;
  troubles: readonly Trouble[];
  /** How much the event lacks before it can take a visitor. */
  neededCount: number;
};

/** What an operator asks, in this order: is it open, how many wait, how fast do they get in, how long, what is wrong. */
export function Answers({ live, state, troubles, neededCount }: AnswersProps) {
  const { snapshot, event } = live;
  const lanes = snapshot?.lanes ?? [];
  const joined = lanes.find(({ isDefault }) => isDefault);
  return (
    <div className="overflow-hidden rounded-3xl bg-surface shadow-surface">
      <dl className="grid grid-cols-2 [&>*]:border-separator max-lg:[&>*:first-child]:col-span-2 max-lg:[&>*:nth-child(n+2)]:border-t max-lg:[&>*:nth-child(odd):not(:first-child)]:border-l lg:grid-cols-[1.35fr_1fr_1.15fr_1fr_1fr] lg:divide-x">
        <Metric
          label="State"
          value={<StateChip state={state} size="lg" />}
          detail={startText(live) ?? state.explanation}
        />
        <Metric
          label="Waiting"
          value={snapshot === null ? NONE : formatNumber(snapshot.waiting)}
          detail={
            event.lineLimit === null ? "no line limit" : `limit ${formatNumber(event.lineLimit)}`
          }
        />
        <Metric
          label="Admitted, last minute"
          value={snapshot === null ? NONE : formatNumber(snapshot.admittedLastMinute)}
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
          detail={waitDetail(live)}
        />
        {neededCount > 0 ? (
          <NeededMetric count={neededCount} />
        ) : (
          <TroubleMetric
            troubles={troubles}
            isKnown={snapshot !== null || event.status !== "open"}
          />
        )}
      </dl>
      {snapshot === null ? null : <RunFacts snapshot={snapshot} />}
    </div>
  );
}

/** Whom the wait is of, or what they wait for. */
function waitDetail({ snapshot }: EventLive): string {
  if (snapshot?.waitsForSeat) return "when a visitor leaves the site";
  return (snapshot?.lanes.length ?? 0) > 1 ? "in the default lane" : "for new visitors";
}

/** When a scheduled event begins, while that is still to come. */
function startText({ event, snapshot }: EventLive): string | null {
  if (event.startAt === null || snapshot === null || event.status !== "open") return null;
  const seconds = (Date.parse(event.startAt) - snapshot.lineTimeMs) / 1_000;
  if (seconds <= 0) return null;
  return seconds < 90 ? `starts in ${Math.ceil(seconds)} s` : `starts in ${formatWait(seconds)}`;
}

/** Nothing is wrong with an event that has not begun, and it cannot begin either. */
function NeededMetric({ count }: { count: number }) {
  return (
    <Metric
      label="Setup"
      value={
        <span className="inline-flex items-center gap-1.5">
          <TriangleAlert aria-hidden className="size-5 shrink-0 text-warning-soft-foreground" />
          {formatNumber(count)}
        </span>
      }
      detail="to do before launch"
    />
  );
}

function TroubleMetric({ troubles, isKnown }: { troubles: readonly Trouble[]; isKnown: boolean }) {
  const wrong = troubles.filter(({ tone }) => tone !== "info");
  const [first, ...others] = wrong;
  if (first === undefined) {
    return (
      <Metric
        label="Problems"
        value={
          isKnown ? (
            <span className="inline-flex items-center gap-1.5">
              <CircleCheck aria-hidden className="size-5 text-success" />
              None
            </span>
          ) : (
            NONE
          )
        }
        detail={troubles.length === 0 ? "" : plural(troubles.length, "notice", "notices")}
      />
    );
  }
  const isDanger = wrong.some(({ tone }) => tone === "danger");
  return (
    <Metric
      label="Problems"
      value={
        <span className="inline-flex items-center gap-1.5">
          <TriangleAlert
            aria-hidden
            className={`size-5 shrink-0 ${isDanger ? "text-danger" : "text-warning-soft-foreground"}`}
          />
          {formatNumber(wrong.length)}
        </span>
      }
      detail={others.length === 0 ? first.title : `${first.title} and more`}
    />
  );
}
