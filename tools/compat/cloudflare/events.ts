import { requireFields, requireRefused, requireSame } from "../trials";
import { type Driven, newRoom, tryOne } from "./driven";

const EVENT = {
  ...{ name: "production_webinar_event", description: "Production event - DO NOT MODIFY" },
  prequeue_start_time: "2099-09-28T15:00:00.000Z",
  event_start_time: "2099-09-28T15:30:00.000Z",
  event_end_time: "2099-09-28T17:00:00.000Z",
  ...{ total_active_users: 400, new_users_per_minute: 300, queueing_method: "random" },
  shuffle_at_event_start: true,
};
const INHERITED = {
  ...{ session_duration: null, disable_session_renewal: null, custom_page_html: null },
  ...{ turnstile_mode: null, turnstile_action: null },
};

/** The life of an event of a room. */
export async function tryEvents(driven: Driven): Promise<void> {
  const { client, zone } = driven;
  const of = { zone_id: zone };
  const { events } = client.waitingRooms;
  const room = await newRoom(driven, { name: "room_of_events", path: "/events" });
  const one = { ...of, waiting_room_id: room };
  let id = "";
  await tryOne(driven, "waitingRooms.events.create", async () => {
    const event = await events.create(room, { ...of, ...EVENT });
    id = event?.id ?? "";
    requireFields(event, { ...EVENT, ...INHERITED, suspended: false });
    requireFields(await client.waitingRooms.get(room, of), {
      next_event_start_time: EVENT.event_start_time,
      next_event_prequeue_start_time: EVENT.prequeue_start_time,
    });
  });
  await tryOne(driven, "waitingRooms.events.get", async () => {
    requireFields(await events.get(id, one), { id, ...EVENT });
  });
  await tryOne(driven, "waitingRooms.events.details.get", async () => {
    requireFields(await events.details.get(id, one), {
      ...{ ...EVENT, session_duration: 5, disable_session_renewal: false },
    });
  });
  await tryOne(driven, "waitingRooms.events.edit", async () => {
    const later = { ...EVENT, event_end_time: "2099-09-28T18:00:00.000Z" };
    requireFields(await events.edit(id, { ...one, ...later, suspended: true }), {
      ...{ ...later, suspended: true },
    });
    requireFields(await client.waitingRooms.get(room, of), { next_event_start_time: null });
  });
  await tryOne(driven, "waitingRooms.events.update", async () => {
    const { name, event_start_time, event_end_time } = EVENT;
    const bare = { name, event_start_time, event_end_time };
    requireFields(await events.update(id, { ...one, ...bare }), {
      ...{ ...bare, description: "", suspended: false, total_active_users: null },
      ...{ new_users_per_minute: null, queueing_method: null },
    });
    const clash = events.create(room, { ...of, ...EVENT, name: "clash" });
    await requireRefused(clash, "overlaps");
  });
  await tryOne(driven, "waitingRooms.events.list", async () => {
    const ids: unknown[] = [];
    for await (const event of events.list(room, of)) ids.push(event.id);
    requireSame(ids, [id]);
  });
  await tryOne(driven, "waitingRooms.events.delete", async () => {
    requireFields(await events.delete(id, one), { id });
    await requireRefused(events.get(id, one), "404");
  });
  await client.waitingRooms.delete(room, of);
}
