import type { EventSettings } from "@/lib/domain/event/settings";
import { sharesOf } from "@/lib/domain/lane/lane-ahead";
import { calledPerSecond, dueThrough, type Stood } from "@/lib/domain/line/notice-due";
import { phaseAt } from "@/lib/domain/line/phase";
import { readStood } from "@/lib/line/commands/notices";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { tickEvent } from "@/lib/line/commands/tick";
import type { EventRef } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import type { LineState } from "@/lib/line/scripts/line-state";

/** Of one lane: everybody up to this number is to be told now. */
export type DueLane = { readonly lane: number; readonly through: number };

/**
 * Whose turn at an event comes within five minutes, by how the line moves now. Nobody while it stands: paused, held,
 * sold out, recovering, or before its draw.
 */
export async function whoIsDue(
  redis: Redis,
  event: EventRef & { readonly runId: number },
): Promise<readonly DueLane[]> {
  const [settings, tick] = await Promise.all([
    readPublishedEvent(redis, event.customerId, event.eventId),
    tickEvent(redis, event),
  ]);
  if (settings === null || tick.status !== "OK" || tick.state.runId !== event.runId) return [];
  const { state } = tick;
  const { clockJumpMs, soldOut, lanes } = state;
  if (settings.paused || clockJumpMs !== null || soldOut === 1 || settings.method !== "fifo")
    return [];
  const untilStartMs = timeToStart(settings, state);
  if (untilStartMs === null) return [];
  const stood = await readStood(redis, event, lanes.length);
  return lanes.map((_, lane) => {
    const shown = laneShown(state, lane);
    const perSecond = paceOf(settings, state, { lane, stood: stood[lane] ?? [] });
    return { lane, through: dueThrough(shown, perSecond, { untilStartMs }) };
  });
}

/** 0 while people are let in; null where it is not known when that begins. */
function timeToStart(settings: EventSettings, state: LineState): number | null {
  switch (phaseAt(settings, state.lineTimeMs, state)) {
    case "running":
    case "queueing":
    case "dormant":
      return 0;
    case "pre-queue":
      // Before a draw nobody knows who is first.
      return settings.draw === null ? (settings.startAtMs ?? 0) - state.lineTimeMs : null;
    default:
      return null;
  }
}

function laneShown({ lanes }: LineState, lane: number) {
  const { servingNumber = 0, holes = [] } = lanes[lane] ?? {};
  return { serving: servingNumber, holes };
}

/** As fast as the lane was called lately; before that is known, as fast as it is to be. */
function paceOf(
  settings: EventSettings,
  state: LineState,
  { lane, stood }: { readonly lane: number; readonly stood: readonly Stood[] },
): number {
  const { lineTimeMs: nowMs, outflowPerMinute, drawOpensAtMs } = state;
  const sinceMs = Math.max(settings.startAtMs ?? 0, drawOpensAtMs);
  const measured = calledPerSecond(stood, laneShown(state, lane), {
    ...{ nowMs, sinceMs, outflowPerMinute },
  });
  if (measured !== null && measured > 0) return measured;
  // A line that stands although it could move is at its cap, or those before take all.
  if (measured === 0 && state.lanes[lane]?.servingNumber !== 0) return 0;
  const isBehind = state.lanes.slice(0, lane).some(({ present }) => present > 0);
  const share = sharesOf(settings.lanes)[lane] ?? (isBehind ? 0 : 1);
  return (outflowPerMinute / 60) * share;
}
