import { z } from "zod";
import type { CloudflareEvent } from "@/lib/domain/cloudflare-room/room";
import {
  activeUsers,
  description,
  name,
  queueingMethod,
  READ_ONLY,
  usersPerMinute,
} from "./room-fields";

/** Of a room. */
export const EVENTS_MAX = 5;

const MINUTE_MS = 60_000;
const PRE_QUEUE_MIN_MS = 5 * MINUTE_MS;
const PRE_QUEUE_MAX_MS = 1_440 * MINUTE_MS;

/** In UTC, as they are answered. */
const moment = z.iso
  .datetime({ offset: true, error: "A time such as 2026-11-29T20:00:00Z." })
  .transform((text) => new Date(text).toISOString())
  .refine((text) => Date.parse(text) % MINUTE_MS === 0, "Events here begin and end on a minute.");

/** What only a whole room has: null, as it is where a program leaves it out. */
const ofRoom = (what: string) =>
  z
    .unknown()
    .optional()
    .refine(
      (value) => value === undefined || value === null,
      `An event here has the ${what} of its room. Change the room, or send null.`,
    );

/** An event as it is created and replaced: null is as its room has it. */
export const eventInput = z
  .strictObject({
    ...READ_ONLY,
    name,
    description: description.default(""),
    event_start_time: moment,
    event_end_time: moment,
    prequeue_start_time: moment.nullable().default(null),
    shuffle_at_event_start: z.boolean().default(false),
    suspended: z.boolean().default(false),
    total_active_users: activeUsers.nullable().default(null),
    new_users_per_minute: usersPerMinute.nullable().default(null),
    queueing_method: queueingMethod.nullable().default(null),
    session_duration: ofRoom("session"),
    disable_session_renewal: ofRoom("session"),
    custom_page_html: ofRoom("page"),
    turnstile_mode: ofRoom("challenge"),
    turnstile_action: ofRoom("challenge"),
  })
  .superRefine((event, issues) => {
    const refuse = (path: string, message: string) =>
      issues.addIssue({ code: "custom", path: [path], message });
    const start = Date.parse(event.event_start_time);
    const preQueue =
      event.prequeue_start_time === null ? null : Date.parse(event.prequeue_start_time);
    if (preQueue !== null && start - preQueue < PRE_QUEUE_MIN_MS) {
      refuse("prequeue_start_time", "At least five minutes before the start.");
    }
    if (preQueue !== null && start - preQueue > PRE_QUEUE_MAX_MS) {
      refuse(
        "prequeue_start_time",
        "At most a day before the start: a pre-queue here takes no more.",
      );
    }
    if (event.shuffle_at_event_start && preQueue === null) {
      refuse("shuffle_at_event_start", "Only events with a pre-queue can be shuffled.");
    }
    if (start + MINUTE_MS > Date.parse(event.event_end_time)) {
      refuse("event_end_time", "An event ends at least one minute after its start.");
    }
    if ((event.total_active_users === null) !== (event.new_users_per_minute === null)) {
      refuse(
        "total_active_users",
        "total_active_users and new_users_per_minute are overridden together.",
      );
    }
  });

type Timed = Pick<CloudflareEvent, "name" | "preQueueAt" | "startsAt" | "endsAt" | "suspended">;

/** Why an event cannot be beside the others; null where it can. */
export function overlapOf(event: Timed, others: readonly Timed[]): string | null {
  if (event.suspended) return null;
  const begins = ({ preQueueAt, startsAt }: Timed) => Date.parse(preQueueAt ?? startsAt);
  const clash = others
    .filter(({ suspended }) => !suspended)
    .find(
      (other) =>
        begins(event) < Date.parse(other.endsAt) && begins(other) < Date.parse(event.endsAt),
    );
  return clash === undefined ? null : `It overlaps with the event ${clash.name}.`;
}
