import { z } from "zod";
import { ALERT_SEVERITIES } from "@/lib/domain/alert/alert-state";
import { ALERT_CHANNELS, ALERT_REGIONS } from "@/lib/domain/alert/channel";
import { moment } from "./event";
import { named } from "./names";

const states = z.enum(["pending", "delivered", "failed"]);

/** Where alerts are sent. */
export const alertChannelAnswer = named(
  "AlertChannel",
  z.object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(ALERT_CHANNELS),
    roles: z.array(z.string()),
    addresses: z.array(z.string()),
    hint: z.string().nullable(),
    region: z.enum(ALERT_REGIONS),
    version: z.number().int(),
    createdAt: moment,
    lastNotice: z
      .object({
        state: states,
        at: moment,
        isTest: z.boolean(),
        problem: z.string().nullable(),
      })
      .nullable(),
  }),
);

/** What is told, to whom, and when. */
export const alertRuleAnswer = named(
  "AlertRule",
  z.object({
    id: z.string(),
    name: z.string(),
    types: z.array(z.string()),
    eventIds: z.array(z.string()).nullable(),
    channelIds: z.array(z.string()),
    severity: z.enum(ALERT_SEVERITIES),
    afterMinutes: z.number().int(),
    groupMinutes: z.number().int(),
    quietFrom: z.string().nullable(),
    quietUntil: z.string().nullable(),
    isOn: z.boolean(),
    version: z.number().int(),
    createdAt: moment,
  }),
);

/** Something that a rule watches and that has happened. */
export const alertAnswer = named(
  "Alert",
  z.object({
    id: z.string(),
    alertRuleId: z.string(),
    ruleName: z.string(),
    severity: z.enum(ALERT_SEVERITIES),
    type: z.string(),
    eventId: z.string().nullable(),
    eventName: z.string().nullable(),
    summary: z.string(),
    state: z.enum(["waiting", "open", "resolved", "notified"]),
    count: z.number().int(),
    since: moment,
    toldAt: moment.nullable(),
    resolvedAt: moment.nullable(),
  }),
);

const preview = named(
  "AlertPreview",
  z.object({
    channelId: z.string(),
    name: z.string(),
    kind: z.enum(ALERT_CHANNELS),
    opened: z.string(),
    resolved: z.string().nullable(),
  }),
);

/** What each channel would get. */
export const alertPreviewsAnswer = z.object({ previews: z.array(preview) });
