import { sameValue } from "@/lib/domain/same-value";
import { editSchedules } from "@/lib/domain/schedule/edit";
import type { EventView } from "@/lib/services/event/settings/event-view";

type Wanted = Pick<
  EventView,
  | ("outflowPerMinute" | "method" | "activeCap" | "lineLimit" | "targetUrl" | "schedules")
  | ("startAt" | "endAt")
>;

/** What a change of settings changes at once of an open event: the program that asks for it has confirmed that by asking. */
export function effectsAtOnce(event: EventView, wanted: Wanted): readonly string[] {
  const isSame = sameValue(event.schedules, wanted.schedules) && event.endAt === wanted.endAt;
  if (event.status !== "open" || isSame) return [];
  const own = ({ outflowPerMinute, method, activeCap, lineLimit, targetUrl }: Wanted) => ({
    ...{ outflowPerMinute, method, activeCap, lineLimit, targetUrl },
  });
  const msOf = (at: string | null) => (at === null ? null : Date.parse(at));
  const { kind, status, schedules, preQueueMinutes, timeZone, occurrence } = event;
  const edited = {
    ...{ kind, status, schedules, preQueueMinutes, timeZone, occurrence },
    ...{ startAtMs: msOf(event.startAt), endAtMs: msOf(wanted.endAt), own: own(event) },
    changedAtMs: Date.parse(event.updatedAt),
  };
  const edit = editSchedules(edited, { schedules: wanted.schedules, own: own(wanted) }, Date.now());
  return edit.isRefused ? [] : edit.effects;
}
