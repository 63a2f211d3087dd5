import type { AlertSeverity } from "@/lib/domain/alert/alert-state";
import type { AlertChannelKind } from "@/lib/domain/alert/channel";

/** What people call the kinds of channels. */
export const CHANNEL_LABELS: Readonly<Record<AlertChannelKind, string>> = {
  email: "E-mail",
  slack: "Slack",
  teams: "Microsoft Teams",
  pagerduty: "PagerDuty",
  opsgenie: "Opsgenie",
};

/** What people call the severities. */
export const SEVERITY_LABELS: Readonly<Record<AlertSeverity, string>> = {
  info: "Info",
  warning: "Warning",
  critical: "Critical",
};
