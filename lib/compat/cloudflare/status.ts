import { scheduleAt } from "@/lib/domain/schedule/schedule";
import { readLiveFigures } from "@/lib/services/operation/live/read-live";
import type { Asked } from "./asked";
import { findRoom } from "./find-rooms";
import { isSuspended } from "./room-answer";

const MINUTE_SECONDS = 60;

/** How the line of a room stands, at most half a second old. */
export async function getStatus(asked: Asked) {
  const { event, room } = await findRoom(asked);
  const { snapshot } = await readLiveFigures(asked.context, { eventId: event.eventId });
  const { current } = scheduleAt(event.schedules, Date.now());
  const own = room.events.find(({ id }) => id === current?.schedule.id);
  const waiting = snapshot?.waiting ?? 0;
  const isEarly = current !== null && Date.now() < current.startAtMs;
  const queueing = waiting > 0 || event.paused ? "queueing" : "not_queueing";
  const open = isEarly ? "event_prequeueing" : queueing;
  const seconds = snapshot?.expectedWaitSeconds?.high ?? 0;
  return {
    status: isSuspended(event) ? "suspended" : open,
    event_id: own?.id ?? "",
    estimated_queued_users: waiting,
    estimated_total_active_users: snapshot?.seatsTaken ?? 0,
    max_estimated_time_minutes: Math.ceil(seconds / MINUTE_SECONDS),
  };
}
