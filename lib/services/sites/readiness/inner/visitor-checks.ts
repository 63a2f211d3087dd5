import type { NoticeSetting } from "@/lib/domain/notice/notice-setting";
import { type Finding, fine, needs } from "./finding";

/** What the pages of an event show to visitors, and how they are told of their turn. */
export type VisitorFacts = {
  readonly eventId: string;
  /** Neither a theme nor a logo nor a colour of its own. */
  readonly isPlain: boolean;
  readonly notices: NoticeSetting;
  /** Its order and rules allow that visitors close the page. */
  readonly canNotify: boolean;
  /** What visitors read or will read beside their place; null without a message. */
  readonly message: { readonly text: string; readonly isScheduled: boolean } | null;
};

export const themeChosen = (
  { eventId, isPlain }: VisitorFacts,
  { isThemeLost }: { readonly isThemeLost: boolean },
): Finding => {
  const href = `/events/${eventId}/settings/page`;
  if (isThemeLost)
    return needs("wrong", "This event's theme no longer exists.", "Choose theme", href);
  if (!isPlain) return fine("The waiting page wears your brand.");
  const why =
    "The waiting page has no theme, logo or brand colour. Visitors could take it for another site.";
  return needs("look", why, "Set brand", href);
};

export const noticesSent = (event: VisitorFacts, hasMail: boolean): Finding => {
  const { eventId, notices, canNotify } = event;
  const href = `/events/${eventId}/settings/page`;
  const ways = [notices.mail ? "e-mail" : "", notices.push ? "web push" : ""].filter(Boolean);
  if (ways.length === 0) return fine("Visitors can't ask to be notified of their turn.");
  const on = `Visitors can be notified by ${ways.join(" and ")}`;
  if (!canNotify) {
    const why =
      "Notices are on but never offered: they need first come, first served, and places that stay when the page is closed.";
    return needs("look", why, "View notices", href);
  }
  if (!notices.mail || hasMail) return fine(`${on}.`);
  const why = "Visitors are to be notified by e-mail, but e-mail is not set up.";
  return needs("wrong", why, "Set up e-mail", "/docs/self-hosting");
};

export const messageShown = ({ eventId, message }: VisitorFacts): Finding => {
  if (message === null) return fine("No message is shown or scheduled.");
  const { text, isScheduled } = message;
  const why = `${isScheduled ? "Scheduled" : "Visitors read"}: “${text}”. Remove it if it no longer applies.`;
  return needs("look", why, "View message", `/events/${eventId}`);
};
