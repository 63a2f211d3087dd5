import { HIDDEN_FROM_PAGES } from "@/connectors/src/core/trigger-types";
import { isBeyondAscii, whyNeverSent } from "./as-sent";
import type { Rule, TriggerPart } from "./model";
import { fieldEntry, TRIGGER_TYPES } from "./trigger-types";

export const RULE_WARNING_CODES = [
  "always-true",
  "never-true",
  "negative-ignored",
  "host-with-port",
  "host-case",
  "beyond-ascii",
  "cookie-not-decoded",
  "case-beyond-ascii",
  "body-not-always-read",
  "only-in-pages",
  "only-own-connectors",
  "no-pattern",
  "contradicts-itself",
  "seen-by-nobody",
] as const;

export type RuleWarningCode = (typeof RULE_WARNING_CODES)[number];

/** Something that works, but probably not as meant. Without `part` it is the whole trigger, without `trigger` the action. */
export type RuleWarning = {
  readonly code: RuleWarningCode;
  readonly trigger?: number;
  readonly part?: number;
  readonly message: string;
};

type Finding = Pick<RuleWarning, "code" | "message">;

/** What connectors do with a rule that its author may not expect. */
export function ruleWarnings(rule: Pick<Rule, "triggers"> & Partial<Rule>): RuleWarning[] {
  const ofTriggers = rule.triggers.flatMap((trigger, triggerIndex) => [
    ...trigger.TriggerParts.flatMap((part, partIndex) =>
      partFindings(part).map((finding) => ({ ...finding, trigger: triggerIndex, part: partIndex })),
    ),
    ...(trigger.LogicalOperator === "And" ? togetherFindings(trigger.TriggerParts) : []).map(
      (finding) => ({ ...finding, trigger: triggerIndex }),
    ),
  ]);
  return [...actionFindings(rule), ...ofTriggers];
}

const LAYOUT_BEYOND_ASCII: Finding = {
  code: "beyond-ascii",
  message:
    "With a non-ASCII layout, the public Python and Ruby connectors let everyone in, and the Lua connector sends a broken URL.",
};

function actionFindings(rule: Partial<Rule>): Finding[] {
  const layout = rule.actionType === "Queue" ? (rule.action?.LayoutName ?? "") : "";
  return isBeyondAscii(layout) ? [LAYOUT_BEYOND_ASCII] : [];
}

/** True when a rule matches every request, so that no rule after it is ever tried. */
export function matchesEverything(rule: Pick<Rule, "triggers">): boolean {
  return rule.triggers.some(({ LogicalOperator, TriggerParts }) =>
    LogicalOperator === "Or" ? TriggerParts.some(isAlwaysTrue) : TriggerParts.every(isAlwaysTrue),
  );
}

const CONTRADICTION: Finding = {
  code: "contradicts-itself",
  message: "Two conditions require different values for the same thing, so this never matches.",
};

const SEEN_BY_NOBODY: Finding = {
  code: "seen-by-nobody",
  message: "Page variables can't be combined with headers or the body, so this never matches.",
};

/** What is wrong with conditions that have to hold together. */
function togetherFindings(parts: readonly TriggerPart[]): Finding[] {
  const isForPages = parts.some(({ ValidatorType }) => ValidatorType === "JSVariableValidator");
  const isForServers = parts.some(({ ValidatorType }) => ValidatorType in HIDDEN_FROM_PAGES);
  return [
    ...(hasContradiction(parts) ? [CONTRADICTION] : []),
    ...(isForPages && isForServers ? [SEEN_BY_NOBODY] : []),
  ];
}

function values(part: TriggerPart): readonly string[] {
  return part.ValuesToCompare ?? [part.ValueToCompare ?? ""];
}

const isContains = (part: TriggerPart) =>
  part.Operator === "Contains" || part.Operator === "ContainsAny";

function isAlwaysTrue(part: TriggerPart): boolean {
  if (TRIGGER_TYPES[part.ValidatorType].canBeEmpty || !isContains(part)) return false;
  if (part.Operator === "Contains" && part.ValueToCompare === "*") return true;
  const isMatched = values(part).some((value) => value === "" || value === "*");
  return isMatched && !part.IsNegative;
}

function partFindings(part: TriggerPart): Finding[] {
  const { caveat } = TRIGGER_TYPES[part.ValidatorType];
  return [
    ...starFindings(part),
    ...urlFindings(part),
    ...cookieFindings(part),
    ...headerFindings(part),
    ...(caveat === null ? [] : [caveat]),
    ...(part.IsIgnoreCase && values(part).some(hasLettersBeyondAscii) ? [BEYOND_ASCII] : []),
  ];
}

/** In an address they are escapes. */
const hasLettersBeyondAscii = (value: string) => isBeyondAscii(value) || /%[89a-f]/i.test(value);

const BEYOND_ASCII: Finding = {
  code: "case-beyond-ascii",
  message: "Connectors handle the case of non-ASCII letters differently.",
};

const HEADER_BEYOND_ASCII: Finding = {
  code: "beyond-ascii",
  message:
    "With non-ASCII letters, the public Python and Ruby connectors let everyone in, and others read them differently. Match a part without them.",
};

function headerFindings(part: TriggerPart): Finding[] {
  const isHeader = ["UserAgentValidator", "HttpHeaderValidator"].includes(part.ValidatorType);
  return isHeader && values(part).some(isBeyondAscii) ? [HEADER_BEYOND_ASCII] : [];
}

function starFindings(part: TriggerPart): Finding[] {
  if (part.Operator === "Contains" && part.ValueToCompare === "*" && part.IsNegative) {
    return [
      {
        code: "negative-ignored",
        message: '"Contains *" is true for every value that is not empty, even when negated.',
      },
    ];
  }
  if (isAlwaysTrue(part)) {
    return [{ code: "always-true", message: "This matches every request." }];
  }
  const isEmptyContains = isContains(part) && values(part).includes("");
  if (!isEmptyContains) return [];
  return part.IsNegative
    ? [
        {
          code: "never-true",
          message: "Every value contains an empty string, so this never matches.",
        },
      ]
    : [
        {
          code: "always-true",
          message: "Every value contains an empty string, so this always matches.",
        },
      ];
}

/** What browsers' scripts and most servers write into a cookie as an escape. */
const ESCAPED_IN_COOKIES = /[^\w.~!*'()-]/;

function cookieFindings(part: TriggerPart): Finding[] {
  if (part.ValidatorType !== "CookieValidator") return [];
  const isEscaped = values(part).some((value) => value !== "*" && ESCAPED_IN_COOKIES.test(value));
  return isEscaped ? [COOKIE_NOT_DECODED] : [];
}

const COOKIE_NOT_DECODED: Finding = {
  code: "cookie-not-decoded",
  message:
    "The public Java connector matches cookies without decoding them. Match a part without special characters or spaces.",
};

/** What people write who mean a pattern, and what addresses hardly ever have. */
const LIKE_A_PATTERN = /^\^|\$$|\.[*+]|\\[dwsbDWS./]|[^*]\*$|^\*[^*]|\(\?/;

const NO_PATTERN: Finding = {
  code: "no-pattern",
  message:
    "Wildcards are not supported; * is matched literally. Match the fixed part, such as /tickets.",
};

function urlFindings(part: TriggerPart): Finding[] {
  if (part.ValidatorType !== "UrlValidator") return [];
  const findings: Finding[] = values(part).some((value) => LIKE_A_PATTERN.test(value))
    ? [NO_PATTERN]
    : [];
  const reason = values(part)
    .map((value) => whyNeverSent(part, value))
    .find(Boolean);
  if (reason) findings.push({ code: "never-true", message: reason });
  if (part.UrlPart === "HostName" && values(part).some((value) => value.includes(":"))) {
    findings.push({
      code: "host-with-port",
      message: "Some connectors omit the port. Match only the host name, with Contains.",
    });
  }
  if (part.UrlPart === "HostName" && !part.IsIgnoreCase) {
    findings.push({
      code: "host-case",
      message: "Host names can be in any case. Turn on “Ignore case”.",
    });
  }
  if (
    !part.IsNegative &&
    values(part).length > 0 &&
    values(part).every((v) => cannotOccur(part, v))
  ) {
    findings.push({
      code: "never-true",
      message: neverReason(part),
    });
  }
  return findings;
}

/** True for a value that this part of an address never holds. */
function cannotOccur(part: TriggerPart, value: string): boolean {
  if (value.includes("#")) return true;
  const isWhole = part.Operator === "Equals" || part.Operator === "EqualsAny";
  if (part.UrlPart === "PagePath") return /[?]/.test(value) || (isWhole && !value.startsWith("/"));
  if (part.UrlPart === "HostName") return value.includes("/");
  return isWhole && !/^https?:\/\//i.test(value);
}

function neverReason(part: TriggerPart): string {
  if (values(part).some((value) => value.includes("#"))) {
    return "Text after # is never sent to the site, so this never matches.";
  }
  if (part.UrlPart === "PagePath") {
    return 'A path starts with "/" and has no query, so this never matches.';
  }
  if (part.UrlPart === "HostName") return `A host name can't contain "/", so this never matches.`;
  return "A full URL starts with https:// or http://, so this never matches.";
}

/** The same text for conditions that look at the same thing. */
function subjectOf(part: TriggerPart): string {
  const { field } = TRIGGER_TYPES[part.ValidatorType];
  if (field === null) return part.ValidatorType;
  const entry = fieldEntry(field);
  const name = part[field] ?? "";
  const isFolded = "isCaseSensitive" in entry && !entry.isCaseSensitive;
  return `${part.ValidatorType}|${isFolded ? name.toLowerCase() : name}`;
}

/** Two positive Equals on the same thing with different values. */
function hasContradiction(parts: readonly TriggerPart[]): boolean {
  const demanded = new Map<string, string>();
  for (const part of parts) {
    if (part.Operator !== "Equals" || part.IsNegative || part.IsIgnoreCase) continue;
    const subject = subjectOf(part);
    const value = part.ValueToCompare ?? "";
    if ((demanded.get(subject) ?? value) !== value) return true;
    demanded.set(subject, value);
  }
  return false;
}
