import { type CloudflareRoom, eventIdOfRoom } from "@/lib/domain/cloudflare-room/room";
import { getEvent } from "@/lib/services/event/manage/get";
import { listEvents } from "@/lib/services/event/manage/list";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import type { Asked } from "./asked";

/** A waiting room of theirs: an event, and what it keeps for them. */
export type FoundRoom = { readonly event: EventView; readonly room: CloudflareRoom };

const PAGE = 100;

/** Null for an event that is none. */
export function roomOf(event: EventView): FoundRoom | null {
  const { cloudflareRoom: room, eventId } = event;
  return room === null || eventIdOfRoom(room.id) !== eventId ? null : { event, room };
}

/** All rooms of the customer, the oldest first. */
export async function findRooms(context: ServiceContext): Promise<readonly FoundRoom[]> {
  const found: FoundRoom[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listEvents(context, {
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    });
    found.push(...page.items.flatMap((event) => roomOf(event) ?? []));
    cursor = page.nextCursor;
  }
  return found.toReversed();
}

/** The room that a path names. Throws `not_found` for any other. */
export async function findRoom({ context, ids }: Asked): Promise<FoundRoom> {
  const roomId = ids["room"] ?? "";
  const eventId = eventIdOfRoom(roomId);
  const event = await getEvent(context, { eventId }).catch((error: unknown) => {
    // What is no id of an event is none of a room either.
    const isRefused = error instanceof ServiceError && error.code !== "not_found";
    if (isRefused || /^[0-9a-f]{32}$/.test(roomId)) throw error;
    throw noRoom(roomId);
  });
  const found = roomOf(event);
  if (found === null || found.room.id !== roomId) throw noRoom(roomId);
  return found;
}

function noRoom(id: string): ServiceError {
  return new ServiceError("not_found", `There is no waiting room ${id}.`);
}
