import { requireRefused } from "../trials";
import { type Driven, newRoom, ROOM } from "./driven";

type Refused = readonly [field: string, value: unknown, words: string];

/** What a room here does not have. */
const OF_ROOMS: readonly Refused[] = [
  ["cookie_attributes", { samesite: "none" }, "Lax"],
  ["turnstile_action", "infinite_queue", "Turnstile keys"],
  ["default_template_language", "sk-SK", "no texts"],
  ["unknown_field", 1, "unknown_field"],
];

/** What an event of a room here does not have. */
const OF_EVENTS: readonly Refused[] = [
  ["shuffle_at_event_start", true, "keep the order"],
  ["session_duration", 10, "of its room"],
  ["custom_page_html", "<p>", "of its room"],
  ["turnstile_mode", "off", "of its room"],
  ["disable_session_renewal", true, "of its room"],
];

const OF_RULES: readonly (readonly [string, string])[] = [
  ['cf.threat_score eq "1"', "cf.threat_score"],
  ['http.request.uri.path matches "x"', "matches"],
];

/** What is refused, each with its reason: nothing is ignored. Answers the names of the fields. */
export async function tryRefusals(driven: Driven): Promise<readonly string[]> {
  const { client, zone, trials } = driven;
  const of = { zone_id: zone };
  const id = await newRoom(driven, { name: "room_of_refusals", path: "/refusals" });
  const rooms = client.waitingRooms;
  for (const [field, value, words] of OF_ROOMS) {
    await trials.try(`a room with ${field}`, () =>
      requireRefused(rooms.edit(id, { ...of, ...ROOM, path: "/refusals", [field]: value }), words),
    );
  }
  const times = {
    prequeue_start_time: "2099-01-01T09:00:00Z",
    event_start_time: "2099-01-01T10:00:00Z",
    event_end_time: "2099-01-01T11:00:00Z",
  };
  for (const [field, value, words] of OF_EVENTS) {
    await trials.try(`an event with ${field}`, () =>
      requireRefused(
        rooms.events.create(id, { ...of, ...times, name: "refused", [field]: value }),
        words,
      ),
    );
  }
  for (const [expression, words] of OF_RULES) {
    const rules = { action: "bypass_waiting_room" as const, expression };
    await trials.try(`a rule with ${words}`, () =>
      requireRefused(rooms.rules.create(id, { ...of, rules }), words),
    );
  }
  await trials.try("the bypass of search engines", () =>
    requireRefused(
      rooms.settings.edit({ ...of, search_engine_crawler_bypass: true }),
      "keep no session",
    ),
  );
  await rooms.delete(id, of);
  return [
    ...OF_ROOMS.slice(0, -1).map(([field]) => field),
    ...OF_EVENTS.map(([field]) => `event.${field}`),
    ...OF_RULES.map(([, words]) => `rule.${words}`),
    "settings.search_engine_crawler_bypass",
  ];
}
