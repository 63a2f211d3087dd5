import { z } from "zod";
import { languageOfTag } from "@/lib/compat/language-of-tag";
import { QUEUEING_METHODS } from "@/lib/domain/schedule/schedule";

/** The least that their API takes for outflow and active users. */
const USERS_MIN = 200;
/** As much as an event of ours may have. */
const OUTFLOW_MAX = 1_000_000;
const ACTIVE_MAX = 10_000_000;

const HOST = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/i;

const whole = (min: number, max: number) =>
  z
    .number("Enter a number.")
    .int("Enter a whole number.")
    .min(min, `At least ${min}.`)
    .max(max, `At most ${max}: an event here takes no more.`);

const route = z.object({
  host: z.string().regex(HOST, "A host without a scheme or wildcard, such as shop.example.com."),
  path: z
    .string()
    .regex(/^\/[^\s?#]*$/, "A path that begins with /.")
    .max(2_000)
    .default("/"),
});

export const name = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/, "Only letters, digits, hyphens and underscores.")
  .max(80, "At most 80 characters.");
export const description = z.string().max(1_000, "At most 1,000 characters.");
export const activeUsers = whole(USERS_MIN, ACTIVE_MAX);
export const usersPerMinute = whole(USERS_MIN, OUTFLOW_MAX);
export const queueingMethod = z.enum(QUEUEING_METHODS);

const cookieAttributes = z.strictObject({
  samesite: z
    .enum(["auto", "lax"], "Cookies here are always Lax on the site. Send auto or lax.")
    .default("auto"),
  secure: z.enum(["auto", "always", "never"]).default("auto"),
});

const language = z
  .string()
  .refine((tag) => languageOfTag(tag) !== null, "The waiting page has no texts in this language.");

/** What only the answer says: programs send it back with the rest. */
export const READ_ONLY = {
  id: z.unknown().optional(),
  created_on: z.unknown().optional(),
  modified_on: z.unknown().optional(),
};
const READ_ONLY_OF_ROOM = {
  ...READ_ONLY,
  next_event_prequeue_start_time: z.unknown().optional(),
  next_event_start_time: z.unknown().optional(),
};

/** A room as it is created and replaced: what is left out has Cloudflare's default. */
export const roomInput = z
  .strictObject({
    ...READ_ONLY_OF_ROOM,
    name,
    description: description.default(""),
    ...route.shape,
    additional_routes: z.array(route.strict()).max(20, "At most 20 routes.").default([]),
    cookie_suffix: z
      .string()
      .regex(/^[\w-]*$/, "Only letters, digits, hyphens and underscores.")
      .max(100)
      .default(""),
    cookie_attributes: cookieAttributes.default({ samesite: "auto", secure: "auto" }),
    total_active_users: activeUsers,
    new_users_per_minute: usersPerMinute,
    session_duration: whole(1, 30).default(5),
    disable_session_renewal: z.boolean().default(false),
    queueing_method: queueingMethod.default("fifo"),
    queue_all: z.boolean().default(false),
    queueing_status_code: z
      .union([z.literal(200), z.literal(202), z.literal(429)], "Choose 200, 202 or 429.")
      .default(200),
    json_response_enabled: z.boolean().default(false),
    custom_page_html: z.string().default(""),
    default_template_language: language.default("en-US"),
    enabled_origin_commands: z.array(z.literal("revoke")).max(1).default([]),
    suspended: z.boolean().default(false),
    turnstile_mode: z
      .enum(["off", "invisible", "visible_non_interactive", "visible_managed"])
      .default("invisible"),
    turnstile_action: z.enum(["log", "infinite_queue"]).default("log"),
  })
  .superRefine((room, issues) => {
    const refuse = (path: string, message: string) =>
      issues.addIssue({ code: "custom", path: [path], message });
    if (room.additional_routes.length > 0 && room.cookie_suffix === "") {
      refuse("cookie_suffix", "Rooms with additional routes need one.");
    }
    const isVisible = room.turnstile_mode.startsWith("visible");
    if (isVisible && room.turnstile_action === "log") {
      refuse(
        "turnstile_action",
        "Nothing here shows a challenge only to count it. Send infinite_queue, or the mode invisible or off.",
      );
    }
  });

export type RoomInput = z.output<typeof roomInput>;
