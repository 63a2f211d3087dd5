import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type { CloudflareEvent, CloudflareRoom } from "@/lib/domain/cloudflare-room/room";
import type { Schedules } from "@/lib/domain/schedule/schedule-schema";
import type { EventView } from "@/lib/services/event/settings/event-view";
import { invalidField, ServiceError } from "@/lib/services/ground/errors";
import type { Asked } from "./asked";
import { updateRoomEvent } from "./change-room";
import type { Paged } from "./envelope";
import { EVENTS_MAX, eventInput, overlapOf } from "./event-fields";
import { type FoundRoom, findRoom } from "./find-rooms";
import { readPage } from "./own-page";
import { pageOf } from "./page-of";
import { roomAnswer } from "./room-answer";

const MINUTE_MS = 60_000;

type EventInput = z.output<typeof eventInput>;
type Answer = ReturnType<typeof eventAnswer>;

function eventAnswer(event: CloudflareEvent) {
  return {
    ...{ id: event.id, name: event.name, description: event.description },
    ...{ created_on: event.createdAt, modified_on: event.updatedAt },
    event_start_time: event.startsAt,
    event_end_time: event.endsAt,
    prequeue_start_time: event.preQueueAt,
    suspended: event.suspended,
    total_active_users: event.activeCap,
    new_users_per_minute: event.outflowPerMinute,
    queueing_method: event.method,
    shuffle_at_event_start: event.isShuffled,
    ...{ session_duration: null, disable_session_renewal: null },
    ...{ custom_page_html: null, turnstile_mode: null, turnstile_action: null },
  };
}

export async function listEvents(asked: Asked): Promise<Paged> {
  const { room } = await findRoom(asked);
  return pageOf(room.events.map(eventAnswer), asked.query);
}

export async function getEvent(asked: Asked): Promise<Answer> {
  return eventAnswer(eventIn((await findRoom(asked)).room, asked));
}

/** An event with the values of its room where it has none of its own. */
export async function getEventDetails(asked: Asked) {
  const found = await findRoom(asked);
  const own = eventAnswer(eventIn(found.room, asked));
  const room = roomAnswer(found, await readPage(asked.context, found.event.theme));
  return {
    ...own,
    total_active_users: own.total_active_users ?? room.total_active_users,
    new_users_per_minute: own.new_users_per_minute ?? room.new_users_per_minute,
    queueing_method: own.queueing_method ?? room.queueing_method,
    session_duration: room.session_duration,
    disable_session_renewal: room.disable_session_renewal,
    custom_page_html: room.custom_page_html,
    turnstile_mode: room.turnstile_mode,
    turnstile_action: room.turnstile_action,
  };
}

export async function createEvent(asked: Asked): Promise<Answer> {
  const found = await findRoom(asked);
  if (found.room.events.length >= EVENTS_MAX) {
    throw invalidField("events", `A room has at most ${EVENTS_MAX} events.`);
  }
  const id = randomBytes(16).toString("hex");
  const event = eventOf(eventInput.parse(asked.body), { id, createdAt: now() });
  return store(asked, found, event);
}

/** Replaces an event: what is left out is as its room has it. */
export async function updateEvent(asked: Asked): Promise<Answer> {
  const found = await findRoom(asked);
  const before = eventIn(found.room, asked);
  return store(asked, found, eventOf(eventInput.parse(asked.body), before));
}

/** Changes what is given. */
export async function editEvent(asked: Asked): Promise<Answer> {
  const found = await findRoom(asked);
  const before = eventIn(found.room, asked);
  const input = eventInput.parse({ ...eventAnswer(before), ...Object(asked.body) });
  return store(asked, found, eventOf(input, before));
}

export async function deleteEvent(asked: Asked): Promise<{ readonly id: string }> {
  const found = await findRoom(asked);
  const { id } = eventIn(found.room, asked);
  await storeEvents(
    asked,
    found,
    found.room.events.filter((event) => event.id !== id),
  );
  return { id };
}

const now = () => new Date().toISOString();

function eventIn({ events }: CloudflareRoom, { ids }: Asked): CloudflareEvent {
  const event = events.find(({ id }) => id === ids["event"]);
  if (event !== undefined) return event;
  throw new ServiceError("not_found", `There is no event ${ids["event"]}.`);
}

function eventOf(
  input: EventInput,
  { id, createdAt }: Pick<CloudflareEvent, "id" | "createdAt">,
): CloudflareEvent {
  return {
    ...{ id, createdAt, updatedAt: now() },
    ...{ name: input.name, description: input.description, suspended: input.suspended },
    preQueueAt: input.prequeue_start_time,
    isShuffled: input.shuffle_at_event_start,
    startsAt: input.event_start_time,
    endsAt: input.event_end_time,
    activeCap: input.total_active_users,
    outflowPerMinute: input.new_users_per_minute,
    method: input.queueing_method,
  };
}

async function store(asked: Asked, found: FoundRoom, event: CloudflareEvent): Promise<Answer> {
  const others = found.room.events.filter(({ id }) => id !== event.id);
  const overlap = overlapOf(event, others);
  if (overlap !== null) throw invalidField("event_start_time", overlap);
  requireShuffled(found, event);
  const isNew = others.length === found.room.events.length;
  const events = isNew
    ? [...others, event]
    : found.room.events.map((one) => (one.id === event.id ? event : one));
  await storeEvents(asked, found, events);
  return eventAnswer(event);
}

/** Places that were taken in a pre-queue keep their numbers: there is nothing to shuffle only where numbers do not count. */
function requireShuffled({ event: own }: FoundRoom, { isShuffled, method }: CloudflareEvent): void {
  if (!isShuffled || (method ?? own.method) === "random") return;
  throw invalidField(
    "shuffle_at_event_start",
    "Places keep the order in which they were taken here. Send false, or the queueing_method random, in which the order does not count.",
  );
}

/** The schedules of the room follow its events; those that somebody made here stay. */
async function storeEvents(
  { context }: Asked,
  { event, room }: FoundRoom,
  events: readonly CloudflareEvent[],
): Promise<EventView> {
  const known = new Set(room.events.map(({ id }) => id));
  const others = event.schedules.filter(({ id }) => !known.has(id));
  const own = events.filter(({ suspended }) => !suspended).map(scheduleOf);
  return updateRoomEvent(context, event, {
    schedules: [...others, ...own],
    cloudflareRoom: { ...room, events },
  });
}

function scheduleOf(event: CloudflareEvent): Schedules[number] {
  const { id, name, preQueueAt, startsAt, endsAt, activeCap, outflowPerMinute, method } = event;
  const preQueueMs = Date.parse(startsAt) - Date.parse(preQueueAt ?? startsAt);
  return {
    ...{ id, name },
    timing: {
      ...{ kind: "once", timeZone: "UTC" },
      ...{ startLocal: localOf(startsAt), endLocal: localOf(endsAt) },
    },
    preQueueMinutes: preQueueMs / MINUTE_MS,
    overrides: {
      ...(activeCap === null ? {} : { activeCap }),
      ...(outflowPerMinute === null ? {} : { outflowPerMinute }),
      ...(method === null ? {} : { method }),
    },
  };
}

/** `2026-11-29T20:00`, in UTC. */
const localOf = (moment: string) => moment.slice(0, 16);
