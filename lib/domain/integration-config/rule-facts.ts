import type { Integration } from "./model";
import { plainSentence, triggersSentence } from "./rule-sentence";

/** One thing that a published rule says, in words; null where it says nothing of it. */
export type RuleFact = { readonly label: string; readonly text: string | null };

const ACTION_WORDS: Readonly<Record<Integration["ActionType"], string>> = {
  Queue: "visitors go through the waiting room",
  Cancel: "the visitor’s session ends",
  Ignore: "visitors go straight on",
};

const RETURN_WORDS: Readonly<Record<NonNullable<Integration["RedirectLogic"]>, string>> = {
  AllowTParameter: "the page they asked for",
  EventTargetUrl: "the target URL of the event",
  ForcedTargetUrl: "one fixed address",
};

/** All that a published rule says, in the order in which the form asks for it. */
export function ruleFacts(rule: Integration, alwaysWaits: boolean): readonly RuleFact[] {
  const isActing = rule.ActionType !== "Ignore";
  const yesNo = (is: boolean) => (isActing ? sayYes(is) : null);
  return [
    { label: "When", text: plainSentence(triggersSentence(rule.Triggers)) },
    { label: "Then", text: ACTION_WORDS[rule.ActionType] },
    { label: "Event", text: rule.EventId },
    { label: "Further events", text: rule.InvolvedWaitingRoomIds?.join(", ") || null },
    { label: "Always wait", text: rule.ActionType === "Queue" ? sayYes(alwaysWaits) : null },
    { label: "Lane", text: rule.Lane ?? null },
    {
      label: "After the wait to",
      text: rule.RedirectLogic === null ? null : RETURN_WORDS[rule.RedirectLogic],
    },
    { label: "Fixed address", text: rule.ForcedTargetUrl },
    { label: "Layout", text: rule.LayoutName },
    { label: "Language", text: rule.Culture },
    { label: "Session", text: sessionWords(rule) },
    { label: "Cookie domain", text: rule.CookieDomain },
    { label: "Cookie is HttpOnly", text: yesNo(rule.IsCookieHttpOnly) },
    { label: "Cookie is Secure", text: yesNo(rule.IsCookieSecure) },
    { label: "Waiting room at", text: rule.QueueDomain },
  ];
}

function sayYes(is: boolean): string {
  return is ? "yes" : "no";
}

function sessionWords({ CookieValidityMinute: minutes, ExtendCookieValidity }: Integration) {
  if (minutes === null) return null;
  const length = `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  return ExtendCookieValidity === true ? `${length}, longer with each visit` : `${length}, fixed`;
}
