import type { AlertNoticeKind, AlertSeverity } from "./alert-state";

/** What one notice says, whatever the channel. */
export type AlertNotice = {
  /** The same for all notices of one alert: by it, receivers know what is resolved. */
  readonly key: string;
  readonly kind: AlertNoticeKind;
  readonly isTest: boolean;
  readonly severity: AlertSeverity;
  /** What happened, in a few words: "Event paused". */
  readonly title: string;
  /** A sentence without a full stop: "Ana paused Spring Sale". */
  readonly summary: string;
  readonly ruleName: string;
  readonly customerName: string;
  /** Null: it concerns the customer as a whole. */
  readonly eventName: string | null;
  /** Happenings that this notice tells of. */
  readonly count: number;
  /** Alerts that this notice tells of, where it stands for many. */
  readonly alerts?: number;
  /** As clocks of the customer show it. */
  readonly since: string;
  /** The page of the console; null where its address is not set. */
  readonly url: string | null;
};

const SEVERITIES: Readonly<Record<AlertSeverity, string>> = {
  info: "Info",
  warning: "Warning",
  critical: "Critical",
};

/** The headline: "Resolved: Event paused – Spring Sale". */
export function noticeHeadline(notice: AlertNotice): string {
  const { kind, isTest, title, eventName, count, alerts } = notice;
  const about = alerts === undefined ? eventName : `${alerts.toLocaleString("en")} alerts`;
  const what = about === null ? title : `${title} – ${about}`;
  const times = kind !== "resolved" && count > 1 ? ` (${count} times)` : "";
  const again = kind === "repeated" && count === 1 ? " (again)" : "";
  const begins = `${isTest ? "Test: " : ""}${kind === "resolved" ? "Resolved: " : ""}`;
  return `${begins}${what}${times}${again}`;
}

/** The facts below the sentence, in order. */
export function noticeFacts(notice: AlertNotice): readonly (readonly [string, string])[] {
  const { customerName, eventName, severity, since, ruleName } = notice;
  const event: readonly (readonly [string, string])[] =
    eventName === null ? [] : [["Event", eventName]];
  return [
    ["Customer", customerName],
    ...event,
    ["Severity", SEVERITIES[severity]],
    ["Since", since],
    ["Rule", ruleName],
  ];
}

/** The text up to a length, with an ellipsis where it was longer. */
export function cutTo(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
