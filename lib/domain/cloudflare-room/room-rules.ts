import type { AccessCondition, AccessRule } from "@/lib/domain/access-rule/access-rule";
import { NEW_CONDITION } from "@/lib/domain/access-rule/access-rule";
import type { Trigger, TriggerPart } from "@/lib/domain/integration-config/model";
import { type ExpressionCondition, readExpression } from "./expression";
import type { CloudflareRoom, CloudflareRoute, CloudflareRule } from "./room";

/** As many as a rule has. */
const TRIGGERS_MAX = 20;

const PART: TriggerPart = {
  ...{ ValidatorType: "UrlValidator", Operator: "Equals", UrlPart: "PagePath" },
  ...{ ValueToCompare: null, ValuesToCompare: null, IsNegative: false, IsIgnoreCase: false },
  ...{ CookieName: null, HttpHeaderName: null, VariableName: null },
};

/** Requests of a route: its path, and what lies below it. */
function routeTriggers({ host, path }: CloudflareRoute): readonly (readonly TriggerPart[])[] {
  const onHost: TriggerPart = {
    ...PART,
    ...{ UrlPart: "HostName", ValueToCompare: host, IsIgnoreCase: true },
  };
  const own = path.replace(/\/+$/, "");
  if (own === "") return [[onHost]];
  const below = `${own}/`;
  return [
    [onHost, { ...PART, ValueToCompare: own }],
    [
      onHost,
      { ...PART, Operator: "Contains", ValueToCompare: below },
      // The path might have it somewhere else.
      { ...PART, ...addressWith(`//${host}${below}`), IsIgnoreCase: false },
    ],
  ];
}

function addressWith(text: string) {
  return { Operator: "Contains", UrlPart: "PageUrl", ValueToCompare: text } as const;
}

const routesOf = ({ route, moreRoutes }: CloudflareRoom) => [route, ...moreRoutes];

const toTrigger = (parts: readonly TriggerPart[]): Trigger => ({
  LogicalOperator: "And",
  TriggerParts: parts,
});

/** What leads to the room. */
export function roomTriggers(room: CloudflareRoom): readonly Trigger[] {
  return routesOf(room).flatMap(routeTriggers).map(toTrigger);
}

/** How the rules of a room are carried out: by connectors, and by the event where they look at an address. */
export type RoomBypass = {
  readonly triggers: readonly Trigger[];
  readonly accessRules: readonly Omit<AccessRule, "id">[];
  /** Why a rule cannot be carried out, by its id. */
  readonly problems: ReadonlyMap<string, string>;
};

/** Carries the rules of a room out; those that are not enabled do nothing. */
export function bypassOf(room: CloudflareRoom): RoomBypass {
  const triggers: Trigger[] = [];
  const accessRules: Omit<AccessRule, "id">[] = [];
  const problems = new Map<string, string>();
  for (const rule of room.rules.filter(({ enabled }) => enabled)) {
    const problem = addRule(room, rule, { triggers, accessRules });
    if (problem !== null) problems.set(rule.id, problem);
  }
  return { triggers, accessRules, problems };
}

type Added = { readonly triggers: Trigger[]; readonly accessRules: Omit<AccessRule, "id">[] };

function addRule(room: CloudflareRoom, rule: CloudflareRule, added: Added): string | null {
  const read = readExpression(rule.expression);
  if (!read.ok) return read.reason;
  for (const term of read.terms) {
    const problem = term.some(isOfAddress)
      ? addAccessRule(rule, term, added)
      : addTriggers(room, term, added);
    if (problem !== null) return problem;
  }
  return null;
}

const isOfAddress = ({ subject }: ExpressionCondition) =>
  subject === "ip" || subject === "country" || subject === "asn";

function addTriggers(
  room: CloudflareRoom,
  term: readonly ExpressionCondition[],
  { triggers }: Added,
): string | null {
  for (const route of routesOf(room)) {
    const parts = term.map((condition) => partOf(condition, route));
    const problem = parts.find((part) => typeof part === "string");
    if (problem !== undefined) return problem;
    const own = parts.filter((part) => typeof part !== "string");
    for (const where of routeTriggers(route)) triggers.push(toTrigger([...where, ...own]));
  }
  if (triggers.length <= TRIGGERS_MAX) return null;
  return `The rules of a room have at most ${TRIGGERS_MAX} alternatives, each once for a route.`;
}

/** The condition as connectors know it, or why they do not. */
function partOf(condition: ExpressionCondition, { host }: CloudflareRoute): TriggerPart | string {
  const { comparison, values, isNot, ignoresCase, subject } = condition;
  const common = { ...PART, IsNegative: isNot, IsIgnoreCase: ignoresCase };
  if (comparison === "starts-with") {
    const [value = ""] = values;
    if (subject !== "path") return "Rules here know where only a path starts.";
    return { ...common, ...addressWith(`//${host}${value}`) };
  }
  const one = comparison === "equals" ? "Equals" : "Contains";
  const compared =
    values.length === 1
      ? ({ Operator: one, ValueToCompare: values[0] ?? "" } as const)
      : ({ Operator: `${one}Any`, ValuesToCompare: values } as const);
  const looked = { ...common, ...compared };
  switch (subject) {
    case "path":
      return looked;
    case "host":
      return { ...looked, UrlPart: "HostName" };
    case "address-line":
      if (comparison === "equals") return "Of a whole address rules here know what it contains.";
      return { ...looked, UrlPart: "PageUrl" };
    case "user-agent":
      return { ...looked, ValidatorType: "UserAgentValidator", UrlPart: null };
    case "method":
      return { ...looked, ValidatorType: "RequestMethodValidator", UrlPart: null };
    case "header":
      return {
        ...looked,
        ...{ ValidatorType: "HttpHeaderValidator", UrlPart: null, HttpHeaderName: condition.name },
      };
    case "cookie":
      return {
        ...looked,
        ...{ ValidatorType: "CookieValidator", UrlPart: null, CookieName: condition.name },
      };
    default:
      return `Rules here cannot look at ${subject} together with this.`;
  }
}

/** How the access rules of a room are called; the console shows it. */
export const ACCESS_RULE_PREFIX = "Cloudflare rule ";

function addAccessRule(
  { id }: CloudflareRule,
  term: readonly ExpressionCondition[],
  { accessRules }: Added,
): string | null {
  const conditions = term.map(accessConditionOf);
  const problem = conditions.find((condition) => typeof condition === "string");
  if (problem !== undefined) return problem;
  accessRules.push({
    name: `${ACCESS_RULE_PREFIX}${id.slice(0, 8)}`,
    conditions: conditions.filter((condition) => typeof condition !== "string"),
    action: { type: "let-by" },
  });
  return null;
}

const ACCESS_SUBJECTS: Readonly<
  Partial<Record<ExpressionCondition["subject"], AccessCondition["subject"]>>
> = {
  ...{ ip: "address", country: "country", asn: "asn", path: "path" },
  ...{ "user-agent": "user-agent", header: "header", cookie: "cookie" },
};

function accessConditionOf(condition: ExpressionCondition): AccessCondition | string {
  const { subject, name, comparison, values, isNot } = condition;
  const own = ACCESS_SUBJECTS[subject];
  if (own === undefined) return `Together with an address rules here cannot look at ${subject}.`;
  const isText = !isOfAddress(condition);
  return {
    ...NEW_CONDITION,
    ...{ subject: own, name, values, isNot },
    comparison: isText ? comparison : NEW_CONDITION.comparison,
  };
}
