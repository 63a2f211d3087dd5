import { type AlertNotice, cutTo, noticeFacts, noticeHeadline } from "../notice";

const SUMMARY_MAX = 1_024;

/**
 * An event for PagerDuty's Events API v2 (https://developer.pagerduty.com/docs/send-alert-event). All notices of one alert
 * have the same `dedup_key`: they are one incident, and "resolved" resolves it.
 */
export function pagerDutyBody(notice: AlertNotice, routingKey: string) {
  const common = { routing_key: routingKey, dedup_key: notice.key };
  if (notice.kind === "resolved") return { ...common, event_action: "resolve" };
  return {
    ...common,
    event_action: "trigger",
    client: "Stanchion",
    ...(notice.url === null ? {} : { client_url: notice.url }),
    payload: {
      summary: cutTo(noticeHeadline(notice), SUMMARY_MAX),
      source: notice.eventName ?? notice.customerName,
      severity: notice.severity,
      custom_details: { Summary: notice.summary, ...Object.fromEntries(noticeFacts(notice)) },
    },
  };
}
