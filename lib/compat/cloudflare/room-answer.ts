import { languageOfTag } from "@/lib/compat/language-of-tag";
import type { CloudflareRoom, CloudflareRoute } from "@/lib/domain/cloudflare-room/room";
import { scheduleAt } from "@/lib/domain/schedule/schedule";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { FoundRoom } from "./find-rooms";

/** What stands for no cap, which their rooms always have. */
const NO_CAP = 10_000_000;

/** A room as their API answers it, `html` being its own page. */
export function roomAnswer({ event, room }: FoundRoom, html: string) {
  const { next } = scheduleAt(event.schedules, Date.now());
  return {
    ...{ id: room.id, name: event.name, description: room.description },
    created_on: event.createdAt,
    modified_on: event.updatedAt,
    ...routeFields(room),
    ...cookieFields(room),
    ...admissionFields(event, room),
    custom_page_html: html,
    default_template_language:
      languageOfTag(room.language) === event.language ? room.language : event.language,
    json_response_enabled: event.cloudflareJson,
    queueing_status_code: event.waitingStatusCode,
    enabled_origin_commands: room.originCommands,
    turnstile_mode: room.turnstileMode,
    turnstile_action: room.turnstileAction,
    next_event_prequeue_start_time: momentOf(
      next === null || next.preQueueAtMs === next.startAtMs ? null : next.preQueueAtMs,
    ),
    next_event_start_time: momentOf(next?.startAtMs ?? null),
  };
}

function admissionFields(event: EventView, room: CloudflareRoom) {
  const suspended = isSuspended(event);
  return {
    total_active_users: event.activeCap ?? NO_CAP,
    new_users_per_minute: event.outflowPerMinute,
    session_duration: event.sessionMinutes,
    disable_session_renewal: event.sessionMode === "fixed",
    queueing_method: event.method,
    queue_all: suspended ? room.queueAll : event.paused,
    suspended,
  };
}

/** Nobody waits: everybody is let through, or the event is not open. */
export function isSuspended({ status, letThrough }: EventView): boolean {
  return status !== "open" || letThrough;
}

function routeFields({ route, moreRoutes }: CloudflareRoom) {
  return { ...plain(route), additional_routes: moreRoutes.map(plain) };
}

const plain = ({ host, path }: CloudflareRoute) => ({ host, path });

function cookieFields({ cookieSuffix, samesite, secure }: CloudflareRoom) {
  return { cookie_suffix: cookieSuffix, cookie_attributes: { samesite, secure } };
}

function momentOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
