import { keepingOut } from "@/lib/domain/after-event/after-event";
import type { EventSettings } from "./settings";

/**
 * What whoever runs the installation does with all events of a customer: nobody gets in and all keep their
 * places, or everybody is let through.
 */
export type Suspension = "hold" | "let-through";

/** What the installation allows a customer; null: as much as they like. */
export type CustomerLimits = {
  /** How many events they may have, and how many may be open. */
  readonly maxEvents: number | null;
  /** The highest outflow of any one event. */
  readonly maxOutflowPerMinute: number | null;
  /** How many may wait at all their events together. */
  readonly maxWaiting: number | null;
};

/** How a customer stands with the installation. */
export type CustomerStanding = {
  readonly suspension: Suspension | null;
  readonly limits: CustomerLimits;
};

/** What those who wait read while the events of a customer are held. */
export const HELD_MESSAGE = "The organiser has put this waiting room on hold.";

/**
 * The settings that are in force: what the customer has set, as far as the installation allows it. Nothing
 * else publishes settings, so that a resumed customer has again exactly what they had set.
 */
export function underStanding(
  settings: EventSettings,
  { suspension, limits }: CustomerStanding,
): EventSettings {
  const within = {
    ...settings,
    outflowPerMinute: withinLimit(settings.outflowPerMinute, limits.maxOutflowPerMinute),
    safetyNetPerMinute: netWithin(settings, limits),
    lineLimit: limits.maxWaiting === null ? settings.lineLimit : waitingWithin(settings, limits),
  };
  if (suspension === "hold") return { ...within, ...held(settings), suspension };
  if (suspension === "let-through") return { ...within, ...letThrough(settings), suspension };
  return within;
}

/** A number, or the limit where that is lower; null stands for no limit. */
export function withinLimit(value: number, limit: number | null): number {
  return limit === null ? value : Math.min(value, limit);
}

/** A safety net may let in more than the outflow, but no more than the customer may have. */
function netWithin(
  { safetyNetPerMinute }: EventSettings,
  { maxOutflowPerMinute }: CustomerLimits,
): number | null {
  return safetyNetPerMinute === null ? null : withinLimit(safetyNetPerMinute, maxOutflowPerMinute);
}

function waitingWithin(
  { lineLimit }: EventSettings,
  { maxWaiting }: CustomerLimits,
): number | null {
  // A line limit of 0 would be none.
  const most = maxWaiting === null ? null : Math.max(1, maxWaiting);
  return lineLimit === null ? most : withinLimit(lineLimit, most);
}

/** Nobody gets in, in whatever way; a rejecting event goes on saying what it says. */
function held({ method, pauseMessage, afterEvent }: EventSettings): Partial<EventSettings> {
  return {
    paused: true,
    pauseMessage: method === "reject" ? pauseMessage : HELD_MESSAGE,
    method: method === "passthrough" ? "fifo" : method,
    afterEvent: keepingOut(afterEvent),
  };
}

/** Everybody gets in, without an invitation and without a line. An event that is not open stays closed. */
function letThrough({ afterEvent }: EventSettings): Partial<EventSettings> {
  return {
    paused: false,
    pauseMessage: null,
    method: "passthrough",
    inviteOnly: false,
    admission: null,
    afterEvent: afterEvent === null ? null : { ...afterEvent, protectedPages: "let-through" },
  };
}

/** A line, as far as it shares a customer's limit of who may wait. */
export type WaitingLine = { readonly waiting: number; readonly lineLimit: number | null };

/**
 * The line limits that keep all lines of a customer together within `maxWaiting`: each may take all the room
 * that is left, so that nobody is refused while there is any. Of two that fill it in the same round both
 * may. Nobody who waits is ever turned away by it.
 */
export function shareWaiting(maxWaiting: number, lines: readonly WaitingLine[]): readonly number[] {
  const inAll = lines.reduce((sum, { waiting }) => sum + waiting, 0);
  const room = Math.max(0, maxWaiting - inAll);
  return lines.map(({ waiting, lineLimit }) => withinLimit(Math.max(1, waiting + room), lineLimit));
}
