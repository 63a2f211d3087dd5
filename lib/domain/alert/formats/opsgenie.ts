import { type AlertNotice, cutTo, noticeFacts, noticeHeadline } from "../notice";

/** Of the alert's message (https://docs.opsgenie.com/docs/alert-api). */
const MESSAGE_MAX = 130;
const PRIORITIES = { info: "P5", warning: "P3", critical: "P1" } as const;
const SOURCE = "Stanchion";

/** What Opsgenie's Alert API is asked for: to create an alert by its alias, or to close it. */
export function opsgenieRequest(notice: AlertNotice): {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
} {
  const { key, kind, summary, severity, url } = notice;
  if (kind === "resolved") {
    const path = `/v2/alerts/${encodeURIComponent(key)}/close?identifierType=alias`;
    return { path, body: { source: SOURCE, note: `${summary}.` } };
  }
  const link = url === null ? "" : `\n\n${url}`;
  return {
    path: "/v2/alerts",
    body: {
      message: cutTo(noticeHeadline(notice), MESSAGE_MAX),
      alias: key,
      description: `${summary}.${link}`,
      details: Object.fromEntries(noticeFacts(notice)),
      source: SOURCE,
      priority: PRIORITIES[severity],
    },
  };
}
