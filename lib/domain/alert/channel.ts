import { mailOf } from "./formats/mail";
import { opsgenieRequest } from "./formats/opsgenie";
import { pagerDutyBody } from "./formats/pagerduty";
import { slackBody } from "./formats/slack";
import { teamsBody } from "./formats/teams";
import type { AlertNotice } from "./notice";

export const ALERT_CHANNELS = ["email", "slack", "teams", "pagerduty", "opsgenie"] as const;

export type AlertChannelKind = (typeof ALERT_CHANNELS)[number];

/** The kinds that are reached by a request. */
export type RequestChannelKind = Exclude<AlertChannelKind, "email">;

export const ALERT_REGIONS = ["us", "eu"] as const;

/** Where a customer's account at PagerDuty or Opsgenie lies. */
export type AlertRegion = (typeof ALERT_REGIONS)[number];

/** The addresses of the services that have one for everybody. */
export type AlertServices = Readonly<
  Record<"pagerduty" | "opsgenie", Readonly<Record<AlertRegion, string>>>
>;

export const ALERT_SERVICES: AlertServices = {
  pagerduty: { us: "https://events.pagerduty.com", eu: "https://events.eu.pagerduty.com" },
  opsgenie: { us: "https://api.opsgenie.com", eu: "https://api.eu.opsgenie.com" },
};

/** A request to a channel. */
export type AlertRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
};

type Target = {
  readonly kind: RequestChannelKind;
  /** The URL of a Slack or Teams webhook, the key of the others. */
  readonly secret: string;
  readonly region: AlertRegion;
};

/** The request by which a channel is told a notice. */
export function alertRequest(
  { kind, secret, region }: Target,
  notice: AlertNotice,
  services: AlertServices = ALERT_SERVICES,
): AlertRequest {
  if (kind === "slack") return { url: secret, headers: {}, body: slackBody(notice) };
  if (kind === "teams") return { url: secret, headers: {}, body: teamsBody(notice) };
  if (kind === "pagerduty") {
    const url = `${services.pagerduty[region]}/v2/enqueue`;
    return { url, headers: {}, body: pagerDutyBody(notice, secret) };
  }
  const { path, body } = opsgenieRequest(notice);
  const headers = { authorization: `GenieKey ${secret}` };
  return { url: `${services.opsgenie[region]}${path}`, headers, body };
}

const HIDDEN = "••••";

/** What a channel gets, for people to read before it is sent; without its secret. */
export function previewOf(kind: AlertChannelKind, notice: AlertNotice): string {
  if (kind === "email") {
    const { subject, text } = mailOf(notice);
    return `Subject: ${subject}\n\n${text}`;
  }
  const request = alertRequest({ kind, secret: HIDDEN, region: "us" }, notice);
  return JSON.stringify(request.body, null, 2);
}
