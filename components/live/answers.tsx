"use client";

import { CircleCheck, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { EventState } from "@/components/events/event-state";
import { StateChip } from "@/components/events/state-chip";
import { formatNumber, formatWait, plural } from "@/components/shared/format";
import { useNow } from "@/components/shared/use-now";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import type { Comparison } from "@/lib/services/operation/rehearsal/get-comparison";
import { FlowMeter } from "./flow-meter";
import { Metric } from "./metric";
import { ProjectionLine } from "./projection-line";
import { RunFacts } from "./run-facts";
import { stageOf, type Tile, tilesOf } from "./tiles";
import type { Trouble } from "./troubles";

const NONE = "–";

type AnswersProps = {
  live: EventLive;
  state: EventState;
  troubles: readonly Trouble[];
  /** How much the event lacks before it can take a visitor. */
  neededCount: number;
  /** Where the report of the last run is; null where there is none. */
  reportHref: string | null;
  comparison: Comparison;
};

/** What an operator asks, in this order: is it open, how many wait, how fast do they get in, how long, what is wrong. */
export function Answers(props: AnswersProps) {
  const { live, state, troubles, neededCount, reportHref, comparison } = props;
  const { snapshot, event } = live;
  const nowMs = useNow();
  const stage = stageOf(live);
  const [first, second, third] = tilesOf(live, nowMs);
  const isKnown = snapshot !== null || event.status !== "open";
  return (
    <div className="overflow-hidden rounded-3xl bg-surface shadow-surface">
      <dl
        data-in-sight
        className="grid grid-cols-1 min-[20rem]:grid-cols-2 [&>*]:border-separator min-[20rem]:max-lg:[&>*:first-child]:col-span-2 max-lg:[&>*:nth-child(n+2)]:border-t min-[20rem]:max-lg:[&>*:nth-child(odd):not(:first-child)]:border-l lg:grid-cols-[1.35fr_1fr_1.15fr_1fr_1fr] lg:divide-x"
      >
        <Metric
          label="State"
          value={<StateChip state={state} size="lg" />}
          detail={startText(live) ?? state.explanation}
        />
        <TileMetric tile={first} />
        {stage === "running" ? (
          <Metric
            label={second.label}
            value={second.value}
            detail={
              <FlowMeter
                admittedLastMinute={snapshot?.admittedLastMinute ?? 0}
                outflowPerMinute={snapshot?.outflowPerMinute ?? event.outflowInForce}
                words={second.detail}
              />
            }
          />
        ) : (
          <TileMetric tile={second} />
        )}
        <TileMetric tile={third} />
        <LastMetric {...{ troubles, neededCount, reportHref, isKnown }} />
      </dl>
      <ProjectionLine live={live} comparison={comparison} />
      {snapshot === null || stage === "draft" ? null : (
        <RunFacts snapshot={snapshot} isOver={stage === "over"} />
      )}
    </div>
  );
}

type LastProps = Pick<AnswersProps, "troubles" | "neededCount" | "reportHref"> & {
  isKnown: boolean;
};

/** What to look at next. */
function LastMetric({ troubles, neededCount, reportHref, isKnown }: LastProps) {
  const isWell = troubles.every(({ tone }) => tone === "info");
  if (isWell && reportHref !== null) return <ReportMetric href={reportHref} />;
  if (neededCount > 0) return <NeededMetric count={neededCount} />;
  return <TroubleMetric troubles={troubles} isKnown={isKnown} />;
}

/** Words that are no figure stand smaller. */
function TileMetric({ tile: { label, value, detail } }: { tile: Tile }) {
  const isWords = value.length > 9;
  return (
    <Metric
      label={label}
      value={
        isWords ? <span className="block text-base leading-6 break-words">{value}</span> : value
      }
      detail={detail}
    />
  );
}

/** Where what happened is told to the last visitor. */
function ReportMetric({ href }: { href: string }) {
  return (
    <Metric
      label="Report"
      value={
        <Link href={href} className="link-text text-base">
          Open the report
        </Link>
      }
      detail="admissions, waits, fairness"
    />
  );
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
