import { createAlertChannel } from "@/lib/services/sites/alert/create-channel";
import { createAlertRule } from "@/lib/services/sites/alert/create-rule";
import { deleteAlertChannel } from "@/lib/services/sites/alert/delete-channel";
import { deleteAlertRule } from "@/lib/services/sites/alert/delete-rule";
import { getAlertChannel } from "@/lib/services/sites/alert/get-channel";
import { getAlertRule } from "@/lib/services/sites/alert/get-rule";
import { listAlerts } from "@/lib/services/sites/alert/list-alerts";
import { listAlertChannels } from "@/lib/services/sites/alert/list-channels";
import { listAlertRules } from "@/lib/services/sites/alert/list-rules";
import { previewAlert } from "@/lib/services/sites/alert/preview";
import { setAlertRuleState } from "@/lib/services/sites/alert/set-rule-state";
import { testAlertChannel } from "@/lib/services/sites/alert/test-channel";
import { testAlertRule } from "@/lib/services/sites/alert/test-rule";
import { updateAlertChannel } from "@/lib/services/sites/alert/update-channel";
import { updateAlertRule } from "@/lib/services/sites/alert/update-rule";
import {
  alertAnswer,
  alertChannelAnswer,
  alertPreviewsAnswer,
  alertRuleAnswer,
} from "../answers/alert";
import { done } from "../answers/done";
import { listing, type Operation, operation, pageSchema } from "../operation";

const ALERTS = { tag: "Alerts" } as const;
const CHANNELS = "/alert-channels";
const ONE_CHANNEL = { ...ALERTS, path: `${CHANNELS}/{channelId}` } as const;
const RULES = "/alert-rules";
const ONE_RULE = { ...ALERTS, path: `${RULES}/{alertRuleId}` } as const;
const CHANNEL = { channelId: "{alertChannel}" };
const RULE = { alertRuleId: "{alertRule}" };
const SLACK = { name: "Slack", kind: "slack", secret: "https://hooks.slack.com/services/T0/B0/x" };
const WISH = {
  ...{ name: "Paused too long", types: ["event.paused"], channelIds: ["{alertChannel}"] },
  ...{ severity: "warning", afterMinutes: 15, groupMinutes: 60 },
};

/** Who is told of trouble, of which, and how that went. */
export const ALERT_OPERATIONS: readonly Operation[] = [
  operation(listAlerts, {
    ...{ ...ALERTS, id: "listAlerts", method: "GET", path: "/alerts" },
    summary: "List alerts",
    description: "Of the last 30 days, the newest first.",
    output: pageSchema(alertAnswer),
    example: { state: "open" },
  }),
  listing(listAlertChannels, {
    ...{ ...ALERTS, id: "listAlertChannels", method: "GET", path: CHANNELS },
    summary: "List alert channels",
    of: alertChannelAnswer,
    by: ({ id }) => id,
    example: {},
  }),
  operation(createAlertChannel, {
    ...{ ...ALERTS, id: "createAlertChannel", method: "POST", path: CHANNELS, status: 201 },
    summary: "Create an alert channel",
    description: "`secret` is the URL or the key. It is not shown again.",
    output: alertChannelAnswer,
    example: SLACK,
  }),
  operation(getAlertChannel, {
    ...{ ...ONE_CHANNEL, id: "getAlertChannel", method: "GET" },
    summary: "Get an alert channel",
    output: alertChannelAnswer,
    example: CHANNEL,
  }),
  operation(updateAlertChannel, {
    ...{ ...ONE_CHANNEL, id: "updateAlertChannel", method: "PUT", revises: "getAlertChannel" },
    summary: "Replace an alert channel",
    description: "Without `secret`, the stored one is kept.",
    output: alertChannelAnswer,
    example: { ...CHANNEL, seenVersion: 1, name: "Slack, on call" },
  }),
  operation(testAlertChannel, {
    ...{ ...ALERTS, id: "testAlertChannel", method: "POST", path: `${CHANNELS}/{channelId}/test` },
    summary: "Send a test to an alert channel",
    description: "Once, within a second or so. `lastNotice` says how it went.",
    output: alertChannelAnswer,
    example: CHANNEL,
  }),
  operation(deleteAlertChannel, {
    ...{ ...ONE_CHANNEL, id: "deleteAlertChannel", method: "DELETE", revises: "getAlertChannel" },
    summary: "Delete an alert channel",
    description: "Rules no longer name it.",
    output: done,
    example: CHANNEL,
  }),
  listing(listAlertRules, {
    ...{ ...ALERTS, id: "listAlertRules", method: "GET", path: RULES },
    summary: "List alert rules",
    of: alertRuleAnswer,
    by: ({ id }) => id,
    example: {},
  }),
  operation(createAlertRule, {
    ...{ ...ALERTS, id: "createAlertRule", method: "POST", path: RULES, status: 201 },
    summary: "Create an alert rule",
    output: alertRuleAnswer,
    example: WISH,
  }),
  operation(previewAlert, {
    ...{ ...ALERTS, id: "previewAlert", method: "POST", path: "/alert-previews" },
    summary: "Preview what channels would get",
    description: "The rule need not be stored, and nothing is sent.",
    output: alertPreviewsAnswer,
    example: { name: "Paused", types: ["event.paused"], channelIds: ["{alertChannel}"] },
  }),
  operation(getAlertRule, {
    ...{ ...ONE_RULE, id: "getAlertRule", method: "GET" },
    summary: "Get an alert rule",
    output: alertRuleAnswer,
    example: RULE,
  }),
  operation(updateAlertRule, {
    ...{ ...ONE_RULE, id: "updateAlertRule", method: "PUT", revises: "getAlertRule" },
    summary: "Replace an alert rule",
    description: "Open alerts that it no longer watches are resolved.",
    output: alertRuleAnswer,
    example: { ...RULE, seenVersion: 1, ...WISH },
  }),
  operation(setAlertRuleState, {
    ...{ ...ALERTS, id: "setAlertRuleState", method: "POST", path: `${RULES}/{alertRuleId}/state` },
    summary: "Turn an alert rule on or off",
    description: "Turning it off resolves its open alerts.",
    output: alertRuleAnswer,
    example: { ...RULE, isOn: true },
  }),
  operation(testAlertRule, {
    ...{ ...ALERTS, id: "testAlertRule", method: "POST", path: `${RULES}/{alertRuleId}/test` },
    summary: "Send a test to all channels of a rule",
    output: alertRuleAnswer,
    example: RULE,
  }),
  operation(deleteAlertRule, {
    ...{ ...ONE_RULE, id: "deleteAlertRule", method: "DELETE", revises: "getAlertRule" },
    summary: "Delete an alert rule",
    description: "Its open alerts are resolved.",
    output: done,
    example: RULE,
  }),
];
