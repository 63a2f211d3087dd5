import type { Integration } from "./model";
import { plainSentence, triggersSentence } from "./rule-sentence";

/** One thing that a published rule says, in words; null where it says nothing of it. */
export type RuleFact = {
  readonly label: string;
  readonly text: string | null;
  /** What a new rule says unless somebody changes it, or what follows from the event and the installation. */
  readonly isUsual: boolean;
};

const ACTION_WORDS: Readonly<Record<Integration["ActionType"], string>> = {
  Queue: "visitors go through the waiting room",
  Cancel: "the visitor’s session ends",
  Ignore: "visitors skip the waiting room",
};

const RETURN_WORDS: Readonly<Record<NonNullable<Integration["RedirectLogic"]>, string>> = {
  AllowTParameter: "the page they requested",
  EventTargetUrl: "the event's target URL",
  ForcedTargetUrl: "a fixed URL",
};

const ANY = Symbol("any");

/** What nobody has to be told of a rule that is new: its value, or any at all where that is not the rule's to say. */
const USUAL: Readonly<Record<string, string | typeof ANY>> = {
  "Always show the waiting page": "no",
  "After waiting, go to": RETURN_WORDS.AllowTParameter,
  "Cookie is HttpOnly": "yes",
  "Cookie is Secure": "no",
  Session: ANY,
  "Waiting room at": ANY,
};

/** All that a published rule says, in the order in which the form asks for it. */
export function ruleFacts(rule: Integration, alwaysWaits: boolean): readonly RuleFact[] {
  const isActing = rule.ActionType !== "Ignore";
  const yesNo = (is: boolean) => (isActing ? sayYes(is) : null);
  const facts: readonly (readonly [label: string, text: string | null])[] = [
    ["When", plainSentence(triggersSentence(rule.Triggers))],
    ["Then", ACTION_WORDS[rule.ActionType]],
    ["Event", rule.EventId],
    ["Additional events", rule.InvolvedWaitingRoomIds?.join(", ") || null],
    ["Always show the waiting page", rule.ActionType === "Queue" ? sayYes(alwaysWaits) : null],
    ["Lane", rule.Lane ?? null],
    ["After waiting, go to", rule.RedirectLogic === null ? null : RETURN_WORDS[rule.RedirectLogic]],
    ["Fixed URL", rule.ForcedTargetUrl],
    ["Layout", rule.LayoutName],
    ["Language", rule.Culture],
    ["Session", sessionWords(rule)],
    ["Cookie domain", rule.CookieDomain],
    ["Cookie is HttpOnly", yesNo(rule.IsCookieHttpOnly)],
    ["Cookie is Secure", yesNo(rule.IsCookieSecure)],
    ["Waiting room at", rule.QueueDomain],
  ];
  return facts.map(([label, text]) => ({
    label,
    text,
    isUsual: USUAL[label] === ANY || USUAL[label] === text,
  }));
}

function sayYes(is: boolean): string {
  return is ? "yes" : "no";
}

function sessionWords({ CookieValidityMinute: minutes, ExtendCookieValidity }: Integration) {
  if (minutes === null) return null;
  const length = `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  return ExtendCookieValidity === true ? `${length}, longer with each visit` : `${length}, fixed`;
}
