import { z } from "zod";
import { alertName, alertRuleFields } from "@/lib/domain/alert/alert-rule-schema";
import { ALERT_CHANNELS, ALERT_REGIONS } from "@/lib/domain/alert/channel";
import { countedNumber } from "@/lib/domain/fields";
import { ROLES } from "@/lib/domain/permissions/roles";
import { PAGE_FIELDS } from "@/lib/services/ground/keyset";
import { emailField } from "@/lib/services/people/user/schemas";

export const CHANNELS_MAX = 20;
export const RULES_MAX = 50;
const ADDRESSES_MAX = 20;
const SECRET_CHARACTERS_MAX = 2_000;

const id = z.string().min(1).max(100);
export const alertChannelIdInput = z.strictObject({ channelId: id });
export const alertRuleIdInput = z.strictObject({ alertRuleId: id });

const target = {
  name: alertName,
  /** Of an e-mail channel: all members with these roles. */
  roles: z.array(z.enum(ROLES)).max(ROLES.length).default([]),
  /** Of an e-mail channel: these addresses. */
  addresses: z.array(emailField).max(ADDRESSES_MAX).default([]),
  /** The URL of a Slack or Teams webhook; the key of PagerDuty or Opsgenie. */
  secret: z.string().trim().min(1).max(SECRET_CHARACTERS_MAX).nullable().default(null),
  /** Where the account at PagerDuty or Opsgenie lies. */
  region: z.enum(ALERT_REGIONS).default("us"),
};

export const createAlertChannelInput = z.strictObject({ ...target, kind: z.enum(ALERT_CHANNELS) });
export type CreateAlertChannelInput = z.input<typeof createAlertChannelInput>;

/** `secret`: null keeps the one that is stored. `seenVersion`: the version that the person saw. */
export const updateAlertChannelInput = z.strictObject({
  channelId: id,
  ...target,
  seenVersion: countedNumber(1),
});
export type UpdateAlertChannelInput = z.input<typeof updateAlertChannelInput>;

const rule = {
  name: alertName,
  ...alertRuleFields,
  channelIds: z.array(id).min(1, "Select at least one channel.").max(CHANNELS_MAX),
};

export const createAlertRuleInput = z.strictObject(rule);
export type CreateAlertRuleInput = z.input<typeof createAlertRuleInput>;

export const updateAlertRuleInput = z.strictObject({
  alertRuleId: id,
  ...rule,
  seenVersion: countedNumber(1),
});
export type UpdateAlertRuleInput = z.input<typeof updateAlertRuleInput>;

export const setAlertRuleStateInput = z.strictObject({ alertRuleId: id, isOn: z.boolean() });

export const previewAlertInput = z.strictObject({
  name: alertName,
  types: rule.types,
  channelIds: rule.channelIds,
  severity: rule.severity,
});
export type PreviewAlertInput = z.input<typeof previewAlertInput>;

export const listAlertsInput = z.strictObject({
  /** Only those that are open, or only those that are over. */
  state: z.enum(["open", "ended"]).optional(),
  ...PAGE_FIELDS,
});
