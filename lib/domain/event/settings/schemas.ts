import { z } from "zod";
import { admissionSchema } from "@/lib/domain/admission/admission-schema";
import { afterEventSchema } from "@/lib/domain/after-event/after-event-schema";
import { cloudflareRoomSchema } from "@/lib/domain/cloudflare-room/room-schema";
import { drawSettingSchema } from "@/lib/domain/draw/draw-setting";
import { asciiAddress, lineOfText, wholeNumber } from "@/lib/domain/fields";
import { governorSchema } from "@/lib/domain/governor/governor-schema";
import { lanesSchema } from "@/lib/domain/lane/lane-schema";
import { languageSchema } from "@/lib/domain/message/message-schema";
import { noticeSettingSchema } from "@/lib/domain/notice/notice-schema";
import { httpsOrigins } from "@/lib/domain/origin/https-origin";
import { protectionSchema } from "@/lib/domain/protection/protection-schema";
import { schedulesSchema } from "@/lib/domain/schedule/schedule-schema";
import { themeKey } from "@/lib/domain/theme/theme-schema";
import { turnSchema } from "@/lib/domain/turn/turn-schema";
import { allowedHostProblem, targetUrlProblem } from "./hosts";
import type { CustomKind, CustomValues, Kind, ValuesOf } from "./kinds";
import { type KindOf, mapSettings, type SettingName } from "./table";

const targetUrl = z
  .string()
  .trim()
  .max(2_000, "At most 2,000 characters.")
  .superRefine((value, issues) => {
    const problem = targetUrlProblem(value);
    if (problem !== null) issues.addIssue(problem);
  })
  .transform((value) => (targetUrlProblem(value) === null ? asciiAddress(value) : value));

const allowedHost = z
  .string()
  .trim()
  .toLowerCase()
  .superRefine((value, issues) => {
    const problem = allowedHostProblem(value);
    if (problem !== null) issues.addIssue(problem);
  });

const LINES = {
  hosts: z
    .array(allowedHost)
    .max(50, "At most 50 hosts.")
    .transform((hosts) => [...new Set(hosts)]),
  origins: httpsOrigins,
} as const;

const CUSTOM = {
  targetUrl,
  waitingStatusCode: z.union(
    [z.literal(200), z.literal(202), z.literal(429), z.literal(503)],
    "Choose 200, 202, 429 or 503.",
  ),
  language: languageSchema,
  colour: z
    .string()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, "Enter a colour as #rrggbb."),
  theme: themeKey.nullable(),
  schedules: schedulesSchema,
  draw: drawSettingSchema,
  afterEvent: afterEventSchema.nullable(),
  governor: governorSchema,
  turn: turnSchema,
  admission: admissionSchema,
  lanes: lanesSchema,
  notices: noticeSettingSchema,
  protection: protectionSchema,
  cloudflareRoom: cloudflareRoomSchema,
} as const satisfies { readonly [Name in CustomKind]: z.ZodType<CustomValues[Name]> };

/** The schema of a kind of setting: what it may hold, and what forms and the API may send for it. */
type SchemaOf<K> = K extends { readonly name: infer Name extends CustomKind }
  ? z.ZodType<CustomValues[Name], z.input<(typeof CUSTOM)[Name]> | CustomValues[Name]>
  : z.ZodType<ValuesOf<K>, ValuesOf<K>>;

type Schemas = { readonly [Name in SettingName]: SchemaOf<KindOf<Name>> };

function schemaOf(kind: Kind): z.ZodType {
  switch (kind.is) {
    case "line":
      return lineOfText(kind.max);
    case "text":
      return z.string();
    case "count":
      return wholeNumber(kind.min, kind.max);
    case "limit":
      return wholeNumber(kind.min, kind.max).nullable();
    case "flag":
      return z.boolean();
    case "choice":
      return z.enum(Object.keys(kind.words));
    case "local-time":
      return z.string().nullable();
    case "lines":
      return LINES[kind.of];
    case "custom":
      return CUSTOM[kind.name];
  }
}

/** What each setting may hold. */
// A kind has the schema that its type says; objects made from entries forget it.
export const SETTING_SCHEMAS = mapSettings((_, { value }) => schemaOf(value)) as Schemas;
