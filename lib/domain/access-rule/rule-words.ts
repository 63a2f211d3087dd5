import type { AccessAction, AccessCondition, AccessSubject, Comparison } from "./access-rule";

/** What a condition looks at, as people say it. */
export const SUBJECT_WORDS: Readonly<Record<AccessSubject, string>> = {
  address: "IP address",
  list: "Address list",
  country: "Country (from CDN)",
  asn: "AS number (from CDN)",
  "bot-score": "Bot score (from CDN)",
  "user-agent": "User agent",
  header: "Header",
  cookie: "Cookie",
  path: "Path",
  joins: "Joins from the address",
  crawler: "Verified search engine",
};

export const COMPARISON_WORDS: Readonly<Record<Comparison, string>> = {
  equals: "is",
  contains: "contains",
  "starts-with": "starts with",
  pattern: "matches (* is a wildcard)",
  present: "is present",
};

export const ACTION_WORDS: Readonly<Record<AccessAction["type"], string>> = {
  "let-by": "Bypass the line",
  join: "Join without a challenge",
  challenge: "Challenge",
  "false-queue": "Send to the false queue",
  block: "Block with a reason",
  later: "Turn away for now (503)",
};

/** A condition as a sentence without its full stop: `user agent contains “curl”`. */
export function conditionSentence(condition: AccessCondition): string {
  const { subject, isNot, name, values, number, per } = condition;
  const isOrNot = isNot ? "is not" : "is";
  const oneOf = listed(values);
  switch (subject) {
    case "address":
      return `the address ${isOrNot} in ${oneOf}`;
    case "list":
      return `the address ${isOrNot} in the list ${oneOf}`;
    case "country":
      return `the country ${isOrNot} ${oneOf}`;
    case "asn":
      return `the network ${isOrNot} ${oneOf}`;
    case "bot-score":
      return `the bot score ${isOrNot} below ${number ?? 0}`;
    case "joins":
      return `the address has ${isNot ? "not " : ""}joined more than ${number ?? 0} times in ${per === "run" ? "this run" : "this minute"}`;
    case "crawler":
      return `the visitor ${isOrNot} a verified search engine`;
    case "user-agent":
      return `the user agent ${compared(condition)}`;
    case "path":
      return `the path ${compared(condition)}`;
    case "header":
      return `the header ${name || "…"} ${compared(condition)}`;
    case "cookie":
      return `the cookie ${name || "…"} ${compared(condition)}`;
  }
}

/** What an action does, as the end of a sentence. */
export function actionSentence(action: AccessAction): string {
  switch (action.type) {
    case "let-by":
      return "the visitor bypasses the line";
    case "join":
      return "the visitor joins without a challenge";
    case "challenge":
      return "the visitor solves a challenge before joining";
    case "false-queue":
      return "the visitor waits in the false queue";
    case "block":
      return `the visitor is blocked: “${action.reason}”`;
    case "later":
      return `the visitor is turned away for ${action.seconds} seconds`;
  }
}

/** A rule as a sentence: `If the path is “/vip”, the visitor joins without a check.` */
export function ruleSentence(conditions: readonly AccessCondition[], action: AccessAction): string {
  return `If ${conditions.map(conditionSentence).join(" and ")}, ${actionSentence(action)}.`;
}

const WORDS = {
  equals: ["is", "is not"],
  contains: ["contains", "does not contain"],
  "starts-with": ["starts with", "does not start with"],
  pattern: ["matches", "does not match"],
} as const;

function compared({ comparison, isNot, values }: AccessCondition): string {
  if (comparison === "present") return isNot ? "is missing" : "is present";
  return `${WORDS[comparison][isNot ? 1 : 0]} ${listed(values)}`;
}

const SHOWN = 3;

function listed(values: readonly string[]): string {
  const given = values.filter((value) => value.trim() !== "");
  if (given.length === 0) return "…";
  const shown = given.slice(0, SHOWN).map((value) => `“${value}”`);
  const more = given.length - shown.length;
  return more > 0 ? `${shown.join(" or ")} or ${more} more` : shown.join(" or ");
}
