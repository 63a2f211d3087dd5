import { describe, expect, test } from "vitest";
import { alertRequest, previewOf, type RequestChannelKind } from "./channel";
import { mailOf } from "./formats/mail";
import { type AlertNotice, noticeHeadline } from "./notice";

const NOTICE: AlertNotice = {
  ...{ key: "alt_1", kind: "opened", isTest: false, severity: "warning", title: "Event paused" },
  ...{ summary: "Ana <b> & Co paused [Sale](https://evil.example)", ruleName: "Paused" },
  ...{ customerName: "Harbour Hall", eventName: "Spring <!channel> Sale", count: 1 },
  ...{ since: "2026-11-29 14:05 (Europe/Vienna)", url: "https://console.example/events/sale" },
};
const RESOLVED: AlertNotice = { ...NOTICE, kind: "resolved" };
const bodyOf = (kind: RequestChannelKind, notice = NOTICE) =>
  alertRequest({ kind, secret: "KEY", region: "eu" }, notice);

describe("headlines", () => {
  test.each([
    [{}, "Event paused – Spring <!channel> Sale"],
    [{ kind: "resolved" }, "Resolved: Event paused – Spring <!channel> Sale"],
    [{ count: 3, eventName: null }, "Event paused (3 times)"],
    [{ kind: "repeated", count: 1, eventName: null }, "Event paused (again)"],
    [{ isTest: true, eventName: null }, "Test: Event paused"],
  ] as const)("%j: %s", (more, headline) => {
    expect(noticeHeadline({ ...NOTICE, ...more })).toBe(headline);
  });
});

test("an e-mail says what happened, the facts, and where to look", () => {
  expect(mailOf({ ...NOTICE, eventName: "Sale", summary: "Ana paused Sale" })).toEqual({
    subject: "Event paused – Sale",
    text: [
      "Ana paused Sale.",
      "Customer: Harbour Hall\nEvent: Sale\nSeverity: Warning\nSince: 2026-11-29 14:05 (Europe/Vienna)\nRule: Paused",
      "https://console.example/events/sale",
    ].join("\n\n"),
  });
});

test("Slack gets blocks with a text for notifications, in which nobody is mentioned", () => {
  const { url, body } = bodyOf("slack");
  expect(url).toBe("KEY");
  expect(body["text"]).toBe("Event paused – Spring &lt;!channel&gt; Sale");
  expect(body["blocks"]).toEqual([
    { type: "header", text: expect.objectContaining({ type: "plain_text" }) },
    { type: "section", text: expect.objectContaining({ text: `${NOTICE.summary}.` }) },
    {
      type: "context",
      elements: [
        expect.objectContaining({ type: "plain_text" }),
        { type: "mrkdwn", text: "<https://console.example/events/sale|Open>" },
      ],
    },
  ]);
  const long = bodyOf("slack", { ...NOTICE, eventName: "é".repeat(400) }).body;
  expect(JSON.stringify(long)).toContain(`${"é".repeat(134)}…`);
});

test("Teams gets one Adaptive Card, whose names are plain text", () => {
  const { body } = bodyOf("teams", RESOLVED);
  const [attachment] = body["attachments"] as { readonly contentType: string }[];
  expect(body["type"]).toBe("message");
  expect(attachment?.contentType).toBe("application/vnd.microsoft.card.adaptive");
  const text = JSON.stringify(body);
  expect(text).toContain('"type":"AdaptiveCard"');
  expect(text).toContain('"color":"good"');
  expect(text).not.toContain('"TextBlock"');
});

test("PagerDuty opens and resolves one incident by its key", () => {
  const opened = bodyOf("pagerduty");
  expect(opened.url).toBe("https://events.eu.pagerduty.com/v2/enqueue");
  expect(opened.body).toMatchObject({
    ...{ routing_key: "KEY", event_action: "trigger", dedup_key: "alt_1" },
    payload: { severity: "warning", source: NOTICE.eventName },
  });
  expect(bodyOf("pagerduty", RESOLVED).body).toEqual({
    ...{ routing_key: "KEY", event_action: "resolve", dedup_key: "alt_1" },
  });
});

test("Opsgenie creates an alert and closes it by its alias, with the key in a header", () => {
  const opened = bodyOf("opsgenie");
  expect(opened).toMatchObject({
    url: "https://api.eu.opsgenie.com/v2/alerts",
    headers: { authorization: "GenieKey KEY" },
    body: { alias: "alt_1", priority: "P3" },
  });
  const long = bodyOf("opsgenie", { ...NOTICE, eventName: "x".repeat(500) }).body["message"];
  expect(long).toHaveLength(130);
  const closed = bodyOf("opsgenie", RESOLVED);
  expect(closed.url).toBe("https://api.eu.opsgenie.com/v2/alerts/alt_1/close?identifierType=alias");
});

test("a preview shows what is sent, without the key", () => {
  expect(previewOf("email", NOTICE)).toContain("Subject: Event paused");
  expect(JSON.parse(previewOf("pagerduty", NOTICE))).toEqual({
    ...bodyOf("pagerduty").body,
    routing_key: "••••",
  });
});
