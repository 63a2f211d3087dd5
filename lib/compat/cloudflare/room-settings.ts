import { languageOfTag } from "@/lib/compat/language-of-tag";
import { nextRuleId } from "@/lib/domain/access-rule/next-rule-id";
import { NO_CHALLENGE } from "@/lib/domain/challenge/challenge-setting";
import type { CloudflareRoom } from "@/lib/domain/cloudflare-room/room";
import { ACCESS_RULE_PREFIX, bypassOf } from "@/lib/domain/cloudflare-room/room-rules";
import { CALM, type Protection } from "@/lib/domain/protection/protection";
import { sameValue } from "@/lib/domain/same-value";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { SomeSettings } from "@/lib/services/event/settings/schemas";
import type { RoomInput } from "./room-fields";

/** What a room keeps beside its event, from the fields of its program. */
export function roomWith(
  input: RoomInput,
  kept: Pick<CloudflareRoom, "id" | "rules" | "events">,
): CloudflareRoom {
  return {
    ...{ id: kept.id, rules: kept.rules, events: kept.events },
    description: input.description,
    route: { host: input.host, path: input.path },
    moreRoutes: input.additional_routes,
    cookieSuffix: input.cookie_suffix,
    ...input.cookie_attributes,
    queueAll: input.queue_all,
    originCommands: input.enabled_origin_commands,
    language: input.default_template_language,
    turnstileMode: input.turnstile_mode,
    turnstileAction: input.turnstile_action,
  };
}

/** The settings of the event of a room, as its program says; `theme` is the key of its own page. */
export function settingsOfRoom(input: RoomInput, theme: string | null): SomeSettings {
  const { host, path, additional_routes } = input;
  const hosts = new Set(additional_routes.map((route) => route.host.toLowerCase()));
  hosts.delete(host.toLowerCase());
  return {
    ...{ name: input.name, targetUrl: `https://${host}${path}`, allowedHosts: [...hosts], theme },
    activeCap: input.total_active_users,
    outflowPerMinute: input.new_users_per_minute,
    sessionMinutes: input.session_duration,
    sessionMode: input.disable_session_renewal ? "fixed" : "sliding",
    method: input.queueing_method,
    waitingStatusCode: input.queueing_status_code,
    cloudflareJson: input.json_response_enabled,
    language: languageOfTag(input.default_template_language) ?? "en",
  };
}

/** True where whoever Turnstile does not pass waits for ever there: here they do not join. */
export function challengesAll(room: CloudflareRoom): boolean {
  return room.turnstileMode !== "off" && room.turnstileAction === "infinite_queue";
}

const CHALLENGE = {
  ...NO_CHALLENGE,
  ...({ when: "always", kind: "captcha", provider: "turnstile" } as const),
};

/** The protection of an event with the challenge and the access rules that its room wants; all else stays. */
export function protectionWith(
  before: EventView["protection"],
  room: CloudflareRoom,
): EventView["protection"] {
  const own = before ?? CALM;
  const ours = own.challenge.kind === "captcha" && own.challenge.provider === "turnstile";
  const calm = ours ? CALM.challenge : own.challenge;
  const challenge = challengesAll(room) ? { ...own.challenge, ...CHALLENGE } : calm;
  const wanted: Protection = { ...own, challenge, rules: rulesWith(own, room) };
  return sameValue(wanted, own) ? before : wanted;
}

/** First those of the room: they let past what later ones may block. */
function rulesWith({ rules }: Protection, room: CloudflareRoom): Protection["rules"] {
  const others = rules.rules.filter(({ name }) => !name.startsWith(ACCESS_RULE_PREFIX));
  const own: Protection["rules"]["rules"][number][] = [];
  for (const rule of bypassOf(room).accessRules) {
    own.push({ ...rule, id: nextRuleId([...others, ...own]) });
  }
  return { ...rules, rules: [...own, ...others] };
}
