import { effectsAtOnce } from "@/lib/compat/effects-at-once";
import type { CloudflareRoom, CloudflareRoute } from "@/lib/domain/cloudflare-room/room";
import { sameValue } from "@/lib/domain/same-value";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { SomeSettings } from "@/lib/services/event/settings/schemas";
import type { ServiceContext } from "@/lib/services/ground/context";
import { invalidField } from "@/lib/services/ground/errors";
import { listCaptchaKeys } from "@/lib/services/sites/captcha-keys/list";
import type { Asked } from "./asked";
import { publishRules, requireNothingUnpublished, storeRules } from "./carry-out";
import { type FoundRoom, findRooms } from "./find-rooms";
import { removePage, requirePage, storePage, themeKeyOf } from "./own-page";
import { isSuspended } from "./room-answer";
import type { RoomInput } from "./room-fields";
import { challengesAll, protectionWith, roomWith, settingsOfRoom } from "./room-settings";
import { bringInto } from "./room-state";

const keyOf = ({ host, path }: CloudflareRoute) => `${host.toLowerCase()}${path}`;

/** Throws `invalid` for a name, or a host with a path, that another room has. */
export function requireFree(rooms: readonly FoundRoom[], input: RoomInput, id: string): void {
  const others = rooms.filter(({ room }) => room.id !== id);
  if (others.some(({ event }) => event.name === input.name)) {
    throw invalidField("name", `There is a waiting room ${input.name} already.`);
  }
  const routes = [{ host: input.host, path: input.path }, ...input.additional_routes];
  const taken = new Set(others.flatMap(({ room }) => [room.route, ...room.moreRoutes].map(keyOf)));
  const clash = routes.find((route) => taken.has(keyOf(route)));
  if (clash !== undefined) throw invalidField("host", `Another room has ${keyOf(clash)}.`);
}

/** Throws `invalid` where Turnstile is to decide and there are no keys for it. */
export async function requireTurnstile(
  context: ServiceContext,
  room: CloudflareRoom,
): Promise<void> {
  if (!challengesAll(room)) return;
  const keys = await listCaptchaKeys(context);
  if (keys.some(({ provider }) => provider === "turnstile")) return;
  throw invalidField(
    "turnstile_action",
    "infinite_queue needs your own Turnstile keys: enter them under Secrets & keys first.",
  );
}

/** Changes settings of a room's event, and confirms what that changes at once: the program has said so. */
export async function updateRoomEvent(
  context: ServiceContext,
  event: EventView,
  some: SomeSettings,
): Promise<EventView> {
  const { eventId } = event;
  // Each value that is given is of the setting whose name it has.
  const confirmed = [...effectsAtOnce(event, { ...event, ...some } as EventView)];
  return updateEvent(context, { eventId, ...some, confirmed });
}

type Change = {
  readonly found: FoundRoom;
  readonly input: RoomInput;
  /** Whether the program says a field. */
  readonly isGiven: (name: string) => boolean;
};

/** Our settings by the field of theirs that says them. */
const SETTING_OF: Readonly<Record<string, readonly (keyof SomeSettings)[]>> = {
  name: ["name"],
  host: ["targetUrl", "allowedHosts"],
  path: ["targetUrl"],
  additional_routes: ["allowedHosts"],
  total_active_users: ["activeCap"],
  new_users_per_minute: ["outflowPerMinute"],
  session_duration: ["sessionMinutes"],
  disable_session_renewal: ["sessionMode"],
  queueing_method: ["method"],
  queueing_status_code: ["waitingStatusCode"],
  json_response_enabled: ["cloudflareJson"],
  default_template_language: ["language"],
};

/** Changes a room's event, its page, its rules and its state, and publishes the rules where they differ. */
export async function changeRoom(
  asked: Asked,
  { found, input, isGiven }: Change,
): Promise<EventView> {
  const { context } = asked;
  const { event } = found;
  const room = roomWith(input, found.room);
  const html = isGiven("custom_page_html") ? input.custom_page_html : null;
  requireFree(await findRooms(context), input, room.id);
  if (html !== null) requirePage(html);
  if (!sameValue(challengesAll(found.room), challengesAll(room)))
    await requireTurnstile(context, room);
  const leads = !sameValue(ruleFacts(found.room, event.name), ruleFacts(room, input.name));
  if (leads) await requireNothingUnpublished(context);
  const theme = await themeAfter(context, { found, html, name: input.name });
  const all = settingsOfRoom(input, theme);
  const names = new Set(
    Object.entries(SETTING_OF).flatMap(([field, own]) => (isGiven(field) ? own : [])),
  );
  const some = Object.fromEntries([...names].map((name) => [name, all[name]]));
  const protection = protectionWith(event.protection, room);
  const changed = await updateRoomEvent(context, event, {
    ...some,
    ...{ theme, protection, cloudflareRoom: room },
  });
  if (html === "") await removePage(context, room.id);
  if (leads) await storeRules(context, { room, name: input.name });
  const state = {
    suspended: isGiven("suspended") ? input.suspended : isSuspended(event),
    queueAll: input.queue_all,
  };
  const after = await bringInto(context, changed, state);
  await publishRules(asked);
  return after;
}

function ruleFacts({ route, moreRoutes, secure, rules }: CloudflareRoom, name: string) {
  return { route, moreRoutes, secure, rules, name };
}

type Paged = {
  readonly found: FoundRoom;
  /** Null: as it is. */
  readonly html: string | null;
  readonly name: string;
};

/** The key of the theme afterwards; a page that was taken away leaves one that somebody chose here. */
async function themeAfter(
  context: ServiceContext,
  { found: { event, room }, html, name }: Paged,
): Promise<string | null> {
  if (html === null) return event.theme;
  if (html !== "") return storePage(context, { roomId: room.id, name, html });
  return event.theme === themeKeyOf(room.id) ? null : event.theme;
}
