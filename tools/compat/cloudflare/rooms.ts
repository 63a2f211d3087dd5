import { requireFields, requireRefused, requireSame } from "../trials";
import { type Driven, newRoom, ROOM, tryOne } from "./driven";

const DEFAULTS = {
  ...{ description: "", session_duration: 5, disable_session_renewal: false },
  ...{ queueing_method: "fifo", queue_all: false, queueing_status_code: 200, suspended: false },
  ...{ json_response_enabled: false, custom_page_html: "", default_template_language: "en-US" },
  ...{ additional_routes: [], cookie_suffix: "", enabled_origin_commands: [] },
  cookie_attributes: { samesite: "auto", secure: "auto" },
  ...{ turnstile_mode: "invisible", turnstile_action: "log" },
  ...{ next_event_prequeue_start_time: null, next_event_start_time: null },
};

/** With their own variables, and without the part of ours. */
const PAGE =
  '<html><head><title>Wait</title><meta http-equiv="refresh" content="20"></head><body>{{#waitTimeKnown}}{{waitTime}} mins{{/waitTimeKnown}}{{{turnstile}}}</body></html>';

const ALL = {
  name: "other_room",
  host: "www.example.com",
  path: "/",
  description: "All of it",
  total_active_users: 1_000,
  new_users_per_minute: 600,
  session_duration: 10,
  disable_session_renewal: true,
  queueing_method: "random",
  queue_all: true,
  queueing_status_code: 202,
  json_response_enabled: true,
  default_template_language: "de-DE",
  cookie_suffix: "two",
  cookie_attributes: { samesite: "lax", secure: "always" },
  turnstile_mode: "off",
  turnstile_action: "log",
} as const;
const REVOKE: "revoke"[] = ["revoke"];
const MORE_ROUTES = [{ host: "pay.example.com", path: "/basket" }];

/** A whole life of rooms, each answer as their documentation says. */
export async function tryRooms(driven: Driven): Promise<void> {
  const { client, zone } = driven;
  const of = { zone_id: zone };
  const rooms = client.waitingRooms;
  let id = "";
  await tryOne(driven, "waitingRooms.create", async () => {
    const room = await rooms.create({ ...of, ...ROOM });
    id = room?.id ?? "";
    requireFields(room, { ...ROOM, ...DEFAULTS });
    if (!/^[0-9a-f]{32}$/.test(id)) throw new Error(`the id is ${id}`);
  });
  await tryOne(driven, "waitingRooms.get", async () => {
    requireFields(await rooms.get(id, of), { id, ...ROOM, ...DEFAULTS });
  });
  await tryOne(driven, "waitingRooms.edit", async () => {
    const room = await rooms.edit(id, { ...of, ...ROOM, new_users_per_minute: 400 });
    requireFields(room, { ...ROOM, ...DEFAULTS, new_users_per_minute: 400 });
    requireFields(await rooms.edit(id, { ...of, ...ROOM, suspended: true }), { suspended: true });
    requireFields(await rooms.edit(id, { ...of, ...ROOM, suspended: false, queue_all: true }), {
      ...{ suspended: false, queue_all: true, new_users_per_minute: 250 },
    });
  });
  await tryOne(driven, "waitingRooms.statuses.get", async () => {
    requireFields(await rooms.statuses.get(id, of), { status: "queueing", event_id: "" });
    await rooms.edit(id, { ...of, ...ROOM, suspended: true });
    requireFields(await rooms.statuses.get(id, of), { status: "suspended" });
  });
  await tryOne(driven, "waitingRooms.update", async () => {
    const all = { ...ALL, additional_routes: MORE_ROUTES, enabled_origin_commands: REVOKE };
    requireFields(await rooms.update(id, { ...of, ...all }), all);
    requireFields(await rooms.update(id, { ...of, ...ROOM }), { ...ROOM, ...DEFAULTS });
  });
  await tryOne(driven, "waitingRooms.update with a page", async () => {
    const own = await rooms.edit(id, { ...of, ...ROOM, custom_page_html: PAGE });
    const html = own?.custom_page_html ?? "";
    const kept = ["{{#waitTimeKnown}}{{waitTime}} mins{{/waitTimeKnown}}", "<title>Wait</title>"];
    requireSame(
      kept.filter((part) => !html.includes(part)),
      [],
    );
    requireFields(await rooms.edit(id, { ...of, ...ROOM, custom_page_html: html }), {
      custom_page_html: html,
    });
    requireFields(await rooms.update(id, { ...of, ...ROOM }), { custom_page_html: "" });
  });
  await tryOne(driven, "waitingRooms.list", async () => {
    const second = await newRoom(driven, { name: "second_room", path: "/shop/checkout" });
    const names: unknown[] = [];
    for await (const room of rooms.list({ ...of, per_page: 5 })) names.push(room.name);
    requireSame(names, [ROOM.name, "second_room"]);
    await rooms.delete(second, of);
  });
  await tryOne(driven, "waitingRooms.page.preview", async () => {
    const url = (await rooms.page.preview({ ...of, custom_html: PAGE }))?.preview_url ?? "";
    if (!/^https?:\/\/.+\/themes\/preview\?theme=/.test(url)) throw new Error(url);
  });
  await trySettings(driven);
  await tryOne(driven, "waitingRooms.delete", async () => {
    requireFields(await rooms.delete(id, of), { id });
    await requireRefused(rooms.get(id, of), "404");
  });
}

async function trySettings(driven: Driven): Promise<void> {
  const { client, zone } = driven;
  const of = { zone_id: zone };
  const { settings } = client.waitingRooms;
  const off = { search_engine_crawler_bypass: false };
  await tryOne(driven, "waitingRooms.settings.get", async () => {
    requireSame(await settings.get(of), off);
  });
  await tryOne(driven, "waitingRooms.settings.update", async () => {
    requireSame(await settings.update({ ...of, ...off }), off);
  });
  await tryOne(driven, "waitingRooms.settings.edit", async () => {
    requireSame(await settings.edit({ ...of, ...off }), off);
  });
}
