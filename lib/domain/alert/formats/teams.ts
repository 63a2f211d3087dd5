import type { AlertNotice } from "../notice";
import { noticeFacts, noticeHeadline } from "../notice";

const COLORS = { info: "accent", warning: "warning", critical: "attention" } as const;

/**
 * The body for a webhook of Teams' Workflows: a message with one Adaptive Card. Text stands in `TextRun`s, which take no
 * Markdown, so that no name can make a link.
 */
export function teamsBody(notice: AlertNotice) {
  const { kind, severity, summary, url } = notice;
  const color = kind === "resolved" ? "good" : COLORS[severity];
  const line = (text: string, look: object = {}) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, ...look }],
  });
  const facts = noticeFacts(notice).map(([name, value]) => `${name}: ${value}`);
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          fallbackText: noticeHeadline(notice),
          body: [
            line(noticeHeadline(notice), { weight: "bolder", size: "medium", color }),
            line(`${summary}.`),
            ...facts.map((fact) => line(fact, { isSubtle: true })),
          ],
          ...(url === null ? {} : { actions: [{ type: "Action.OpenUrl", title: "Open", url }] }),
        },
      },
    ],
  };
}
