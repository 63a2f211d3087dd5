import { type AlertNotice, noticeFacts, noticeHeadline } from "../notice";

/** Subject and text of an e-mail. */
export function mailOf(notice: AlertNotice): { readonly subject: string; readonly text: string } {
  const facts = noticeFacts(notice).map(([name, value]) => `${name}: ${value}`);
  const parts = [`${notice.summary}.`, facts.join("\n"), notice.url];
  return {
    subject: noticeHeadline(notice),
    text: parts.filter((part) => part !== null).join("\n\n"),
  };
}
