import { z } from "zod";
import { QUEUEING_METHODS } from "@/lib/domain/schedule/schedule";
import type { CloudflareRoom } from "./room";

const id = z.string().regex(/^[0-9a-f]{32}$/, "32 hexadecimal digits.");
const moment = z.iso.datetime();
const note = z.string().max(1_000);
const route = z.strictObject({ host: z.string().max(253), path: z.string().max(2_000) });
const count = z.number().int();

const rule = z.strictObject({
  id,
  description: note,
  expression: z.string().max(4_000),
  enabled: z.boolean(),
  version: count,
  updatedAt: moment,
});

const event = z.strictObject({
  id,
  name: z.string().max(100),
  description: note,
  suspended: z.boolean(),
  preQueueAt: moment.nullable().default(null),
  isShuffled: z.boolean().default(false),
  startsAt: moment,
  endsAt: moment,
  activeCap: count.nullable(),
  outflowPerMinute: count.nullable(),
  method: z.enum(QUEUEING_METHODS).nullable(),
  createdAt: moment,
  updatedAt: moment,
});

/** What an event keeps for programs that know it as a waiting room of Cloudflare; null for all others. */
export const cloudflareRoomSchema: z.ZodType<CloudflareRoom | null> = z
  .strictObject({
    id,
    description: note,
    route,
    moreRoutes: z.array(route).max(20),
    cookieSuffix: z.string().max(100),
    samesite: z.enum(["auto", "lax"]),
    secure: z.enum(["auto", "always", "never"]),
    queueAll: z.boolean(),
    originCommands: z.array(z.literal("revoke")).max(1),
    language: z.string().max(20),
    turnstileMode: z.enum(["off", "invisible", "visible_non_interactive", "visible_managed"]),
    turnstileAction: z.enum(["log", "infinite_queue"]),
    rules: z.array(rule).max(100),
    events: z.array(event).max(5),
  })
  .nullable();
