import { type AlertNotice, cutTo, noticeFacts, noticeHeadline } from "../notice";

/** Most characters of each part (https://docs.slack.dev/reference/block-kit/blocks). */
const MOST = { header: 150, section: 3_000 } as const;

/**
 * The body for an incoming webhook of Slack, or of a program that takes the same. Names stand in plain text, so that none
 * of them can mention a channel or make a link.
 */
export function slackBody(notice: AlertNotice) {
  const headline = noticeHeadline(notice);
  const facts = noticeFacts(notice).map(([name, value]) => `${name}: ${value}`);
  const plain = (text: string) => ({ type: "plain_text", text, emoji: false });
  const link = notice.url === null ? [] : [{ type: "mrkdwn", text: `<${notice.url}|Open>` }];
  return {
    // What a notification shows: read as Slack's markup.
    text: escapeSlack(headline),
    blocks: [
      { type: "header", text: plain(cutTo(headline, MOST.header)) },
      { type: "section", text: plain(cutTo(`${notice.summary}.`, MOST.section)) },
      {
        type: "context",
        elements: [plain(cutTo(facts.join(" · "), MOST.section)), ...link],
      },
    ],
  };
}

/** https://docs.slack.dev/messaging/formatting-message-text, "Escaping text". */
function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
