"use client";

import { DrawPanel } from "@/components/draw/draw-panel";
import { ChallengesPanel } from "@/components/live/challenges-panel";
import { HistoryPanel } from "@/components/live/history-panel";
import { LanesPanel } from "@/components/live/lanes-panel";
import { LiveStatus } from "@/components/live/live-status";
import { LossNotice } from "@/components/live/loss-notice";
import { MetricsPanel } from "@/components/live/metrics-panel";
import { PlaceFinder } from "@/components/live/place-finder";
import { useEventLive } from "@/components/live/use-event-live";
import type { EventView } from "@/lib/services/event/event-view";
import type { EventLive } from "@/lib/services/event/get-live";
import type { EventActions } from "./event-actions";
import { eventState } from "./event-state";
import { OperatorPanel } from "./operator-panel";
import { StateChip } from "./state-chip";

type LiveViewProps = {
  event: EventView;
  initial: EventLive | null;
  actions: EventActions;
  canOperate: boolean;
};

/** The first page of an event: is it open, how many wait, how fast do they go in, is anything wrong. */
export function LiveView({ event, initial, actions, canOperate }: LiveViewProps) {
  const { live, ageSeconds, isStale, hasFailed } = useEventLive(event.eventId, { initial });
  const shown: EventLive = live ?? {
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
  const state = eventState(shown.event, shown.snapshot?.phase ?? null, shown.standing.suspension);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StateChip state={state} size="lg" />
          <span className="text-sm text-muted">{state.explanation}</span>
        </div>
        <LiveStatus ageSeconds={ageSeconds} isStale={isStale} hasFailed={hasFailed} />
      </div>
      <LossNotice live={shown} isLoaded={live !== null} isStale={isStale || hasFailed} />
      <MetricsPanel live={shown} />
      <LanesPanel live={shown} />
      <DrawPanel live={shown} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_18rem] lg:items-start">
        <div className="order-2 min-w-0 lg:order-1">
          <HistoryPanel live={shown} />
          <div className="mt-4 flex flex-col gap-4">
            <ChallengesPanel live={shown} />
            <PlaceFinder
              eventId={event.eventId}
              find={actions.findPlace}
              {...(canOperate ? { release: actions.releasePlace } : {})}
            />
          </div>
        </div>
        <div className="order-1 lg:order-2">
          <OperatorPanel
            event={shown.event}
            inForce={live === null ? null : shown.inForce}
            draw={shown.draw}
            actions={actions}
            canOperate={canOperate}
          />
        </div>
      </div>
    </div>
  );
}
