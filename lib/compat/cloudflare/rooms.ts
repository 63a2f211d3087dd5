import { randomBytes } from "node:crypto";
import { eventIdOfRoom } from "@/lib/domain/cloudflare-room/room";
import { stopEvent } from "@/lib/services/event/control/stop";
import { createEvent as createOurs } from "@/lib/services/event/manage/create";
import { setManagedBy } from "@/lib/services/event/manage/set-managed-by";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { ServiceContext } from "@/lib/services/ground/context";
import { deleteEvent } from "@/lib/services/operation/removal/delete";
import type { Asked } from "./asked";
import {
  managedByOf,
  publishRules,
  removeRules,
  requireNothingUnpublished,
  storeRules,
} from "./carry-out";
import { changeRoom, requireFree, requireTurnstile } from "./change-room";
import type { Paged } from "./envelope";
import { type FoundRoom, findRoom, findRooms, roomOf } from "./find-rooms";
import { readPage, removePage, requirePage, storePage } from "./own-page";
import { pageOf } from "./page-of";
import { roomAnswer } from "./room-answer";
import { type RoomInput, roomInput } from "./room-fields";
import { protectionWith, roomWith, settingsOfRoom } from "./room-settings";
import { bringInto } from "./room-state";

type Answer = ReturnType<typeof roomAnswer>;

async function answerOf(context: ServiceContext, found: FoundRoom): Promise<Answer> {
  return roomAnswer(found, await readPage(context, found.event.theme));
}

export async function listRooms({ context, query }: Asked): Promise<Paged> {
  const page = pageOf(await findRooms(context), query);
  const items = await Promise.all(page.items.map((found) => answerOf(context, found)));
  return { ...page, items };
}

export async function getRoom(asked: Asked): Promise<Answer> {
  return answerOf(asked.context, await findRoom(asked));
}

/** Makes an event with its rules, opens it and publishes them. */
export async function createRoom(asked: Asked): Promise<Answer> {
  const { context } = asked;
  const input = roomInput.parse(asked.body);
  const id = randomBytes(16).toString("hex");
  requireFree(await findRooms(context), input, id);
  requirePage(input.custom_page_html);
  const room = roomWith(input, { id, rules: [], events: [] });
  await requireTurnstile(context, room);
  await requireNothingUnpublished(context);
  const event = await createWithRules(context, input, id);
  await publishRules(asked);
  return answerOf(context, { event, room: event.cloudflareRoom ?? room });
}

async function createWithRules(
  context: ServiceContext,
  input: RoomInput,
  id: string,
): Promise<EventView> {
  const { name, custom_page_html: html, suspended, queue_all: queueAll } = input;
  const theme = html === "" ? null : await storePage(context, { roomId: id, name, html });
  const room = roomWith(input, { id, rules: [], events: [] });
  const settings = settingsOfRoom(input, theme);
  const protection = protectionWith(null, room);
  const created = await createOurs(context, {
    ...settings,
    ...(protection === null ? {} : { protection }),
    ...{ eventId: eventIdOfRoom(id), name, kind: "always-on", cloudflareRoom: room },
    targetUrl: `https://${input.host}${input.path}`,
  });
  await setManagedBy(context, { eventId: created.eventId, managedBy: managedByOf(id) });
  await storeRules(context, { room, name });
  return bringInto(context, created, { suspended, queueAll });
}

type Removed = { readonly roomId: string; readonly event: EventView | null };

async function removeAll(context: ServiceContext, { roomId, event }: Removed): Promise<void> {
  await removeRules(context, roomId);
  if (event !== null) {
    const { eventId, name, status } = event;
    if (status === "open") await stopEvent(context, { eventId });
    await deleteEvent(context, { eventId, name });
  }
  await removePage(context, roomId);
}

/** Replaces a room: what is left out has its default. */
export async function updateRoom(asked: Asked): Promise<Answer> {
  return changed(asked, roomInput.parse(asked.body), true);
}

/** Changes what is given. */
export async function editRoom(asked: Asked): Promise<Answer> {
  const found = await findRoom(asked);
  const now = roomAnswer(found, "");
  // What somebody has set here may be more or less than their API takes: only what is given is changed.
  const read = {
    ...now,
    new_users_per_minute: Math.max(now.new_users_per_minute, 200),
    total_active_users: Math.max(now.total_active_users, 200),
    session_duration: Math.min(now.session_duration, 30),
    queueing_status_code: now.queueing_status_code === 503 ? 200 : now.queueing_status_code,
  };
  return changed(asked, roomInput.parse({ ...read, ...Object(asked.body) }), false);
}

async function changed(asked: Asked, input: RoomInput, isWhole: boolean): Promise<Answer> {
  const { context, body } = asked;
  const found = await findRoom(asked);
  const isGiven = (name: string) => isWhole || Object.hasOwn(Object(body), name);
  const after = await changeRoom(asked, { found, input, isGiven });
  return answerOf(context, roomOf(after) ?? found);
}

/** Stops and deletes the event of a room with its rules, which are published without it. */
export async function deleteRoom(asked: Asked): Promise<{ readonly id: string }> {
  const { context } = asked;
  const { room, event } = await findRoom(asked);
  await requireNothingUnpublished(context);
  await removeAll(context, { roomId: room.id, event });
  await publishRules(asked);
  return { id: room.id };
}
