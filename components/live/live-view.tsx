"use client";

import { useState } from "react";
import { consoleLoss } from "@/components/alerts/alert-change";
import { AlertNewsList } from "@/components/alerts/alert-news";
import { AlertSwitch } from "@/components/alerts/alert-switch";
import { useAlerting, useAlerts } from "@/components/alerts/use-alerts";
import { DrawPanel } from "@/components/draw/draw-panel";
import type { EventActions } from "@/components/events/event-actions";
import { eventState } from "@/components/events/event-state";
import { useEventChange } from "@/components/events/use-event-change";
import { useEventLive } from "@/components/events/use-event-live";
import { DocsLink } from "@/components/shared/docs-link";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import type { Comparison } from "@/lib/services/operation/rehearsal/get-comparison";
import type { ReadinessCheck } from "@/lib/services/sites/readiness/checks";
import { Answers } from "./answers";
import { ChallengesPanel } from "./challenges-panel";
import { type Allowed, ControlPanel } from "./controls/control-panel";
import { PauseDialog } from "./controls/pause-dialog";
import { DraftPanel } from "./draft-panel";
import { LanesPanel } from "./lanes-panel";
import { liveAlerts } from "./live-alerts";
import { CONTROLS_ID, LiveBar } from "./live-bar";
import { LiveStatus } from "./live-status";
import { PageKeys } from "./page-keys";
import { PlaceFinder } from "./place-finder";
import { StillNeeded } from "./still-needed";
import { stageOf } from "./tiles";
import { TimelinePanel } from "./timeline-panel";
import { TroubleList } from "./trouble-list";
import { troublesOf } from "./troubles";
import { usePageKeys } from "./use-page-keys";

type LiveViewProps = {
  event: EventView;
  initial: EventLive | null;
  actions: EventActions;
  may: Allowed;
  /** What the event lacked before its start, when the page was loaded. */
  needed: readonly ReadinessCheck[];
  logoUrl: string | null;
  /** Where the report of the last run is; null where there is none. */
  reportHref: string | null;
  /** What was rehearsed and what happened the last time, when the page was loaded. */
  comparison: Comparison;
};

/** The first page of an event: is it open, how many wait, how fast do they get in, how long, is anything wrong. */
export function LiveView({ event, initial, actions, may, ...props }: LiveViewProps) {
  const isPolledUnseen = useAlerting();
  const seen = useEventLive(event.eventId, { initial, isPolledUnseen });
  const { live, ageSeconds, isStale, hasFailed } = seen;
  usePageKeys();
  const { change, run } = useEventChange(event.eventId);
  const [isPausing, setPausing] = useState(false);
  const askPause = () => setPausing(true);
  const shown: EventLive = live ?? unknownOf(event);
  const state = eventState(shown.event, shown.snapshot?.phase ?? null, {
    suspension: shown.standing.suspension,
    isSoldOut: shown.snapshot?.soldOut ?? false,
  });
  const troubles = troublesOf(shown, { isLoaded: live !== null, isStale: isStale || hasFailed });
  const isLost = isStale || hasFailed;
  const { news, isMuted } = useAlerts(
    live && liveAlerts(shown.event, troubles),
    consoleLoss(isLost),
  );
  const stage = stageOf(shown);
  const hasBegun = shown.event.status === "open" && shown.event.opening === null;
  const needed = hasBegun ? [] : props.needed;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <LiveStatus ageSeconds={ageSeconds} isStale={isStale} hasFailed={hasFailed} />
        <AlertSwitch isMuted={isMuted} />
        {may.operate ? <PageKeys stage={stage} /> : null}
        <DocsLink page="live-page">About this page</DocsLink>
      </div>
      <Answers
        live={shown}
        state={state}
        troubles={troubles}
        neededCount={needed.length}
        reportHref={stage === "over" ? props.reportHref : null}
        comparison={props.comparison}
      />
      <AlertNewsList news={news} className="text-xs" />
      <StillNeeded needed={needed} isOver={stage === "over"} />
      <TroubleList troubles={troubles} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start">
        <div className="order-2 flex min-w-0 flex-col gap-4 lg:order-1">
          {stage === "draft" ? (
            <DraftPanel event={shown.event} logoUrl={props.logoUrl} />
          ) : (
            <>
              <TimelinePanel eventId={event.eventId} snapshot={shown.snapshot} />
              <LanesPanel live={shown} />
              <DrawPanel live={shown} />
              <ChallengesPanel live={shown} />
              <PlaceFinder
                eventId={event.eventId}
                find={actions.findPlace}
                {...(may.operate ? { release: actions.releasePlace } : {})}
              />
            </>
          )}
        </div>
        <div
          id={CONTROLS_ID}
          tabIndex={-1}
          className="order-1 outline-none lg:sticky lg:top-4 lg:order-2 lg:max-h-[calc(100dvh-5.5rem-var(--toaster-room))] lg:overflow-y-auto lg:p-px"
        >
          <ControlPanel
            {...{
              live: shown,
              isLoaded: live !== null,
              actions,
              may,
              needed,
              change,
              run,
              askPause,
            }}
          />
        </div>
      </div>
      {stage === "running" || stage === "coming" ? (
        <LiveBar
          {...{ live: shown, state, troubles, actions, run, askPause }}
          isDisabled={change.stage === "saving"}
          mayOperate={may.operate}
        />
      ) : null}
      <PauseDialog
        {...{ event: shown.event, actions, run, isOpen: isPausing, onOpenChange: setPausing }}
      />
    </div>
  );
}

/** What is shown before the first figures. */
function unknownOf(event: EventView): EventLive {
  return {
    event,
    snapshot: null,
    inForce: { settingsVersion: event.settingsVersion, onAllNodes: false, nodes: 0 },
    draw: null,
    governor: null,
    challenges: null,
    standing: {
      suspension: null,
      limits: { maxEvents: null, maxOutflowPerMinute: null, maxWaiting: null },
    },
  };
}
