import { type EditedEvent, editSchedules, type ScheduleEdit } from "@/lib/domain/schedule/edit";
import type { FollowingEvent } from "@/lib/domain/schedule/occurrence";
import type { Schedule } from "@/lib/domain/schedule/schedule";
import type { EventView } from "@/lib/services/event/settings/event-view";

/** What would become of an event with these schedules, as the service would say it now. */
export function editOf(
  event: EventView,
  schedules: readonly Schedule[],
  nowMs: number,
): ScheduleEdit {
  const { outflowPerMinute, method, activeCap, lineLimit, targetUrl } = event;
  const own = { outflowPerMinute, method, activeCap, lineLimit, targetUrl };
  return editSchedules(editedOf(event, own), { schedules, own }, nowMs);
}

/** The event as far as it decides which of its times are still to come. */
export function followingOf(event: EventView): FollowingEvent & Pick<EventView, "status"> {
  const { kind, schedules, occurrence, status } = event;
  const [startAtMs, endAtMs] = [instantOf(event.startAt), instantOf(event.endAt)];
  return { kind, schedules, occurrence, status, startAtMs, endAtMs };
}

function editedOf(event: EventView, own: EditedEvent["own"]): EditedEvent {
  const { preQueueMinutes, timeZone, updatedAt } = event;
  return {
    ...followingOf(event),
    ...{ preQueueMinutes, timeZone, own },
    changedAtMs: Date.parse(updatedAt),
  };
}

function instantOf(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}
