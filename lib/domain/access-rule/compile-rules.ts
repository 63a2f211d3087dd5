import { compareWords, readAddress, readRange } from "@/lib/domain/address-list/read-range";
import type {
  AccessAction,
  AccessCondition,
  AccessRequest,
  AccessRule,
  AccessRules,
  CdnHeaders,
} from "./access-rule";
import { matchesPattern } from "./match-pattern";

/** True or false, or null where nobody knows. */
type Test = (request: AccessRequest) => boolean | null;

export type CompiledCondition = { readonly condition: AccessCondition; readonly holds: Test };

type CompiledRule = {
  readonly rule: AccessRule;
  readonly conditions: readonly CompiledCondition[];
};

/** Rules made ready for many requests. */
export type CompiledRules = {
  readonly rules: readonly CompiledRule[];
  /** The address lists that the rules name. */
  readonly listKeys: readonly string[];
  /** The rules name search engines: only then is it worth to ask DNS. */
  readonly asksForCrawlers: boolean;
  /** The rules count joins. */
  readonly countsJoins: boolean;
};

/** What the rules say of a request: which one decides, and why; null where none does. */
export type Decision = {
  readonly rule: AccessRule;
  readonly action: AccessAction;
  /** What held. */
  readonly why: readonly AccessCondition[];
} | null;

/** Longer texts are cut: nothing that is compared is longer. */
const COMPARED = 2_048;

/** Makes the rules of an event ready; once for each version of its settings. */
export function compileRules({ rules, headers }: AccessRules): CompiledRules {
  const all = rules.flatMap((rule) => rule.conditions);
  const subjects = new Set(all.map(({ subject }) => subject));
  const lists = all.filter(({ subject }) => subject === "list").flatMap(({ values }) => values);
  return {
    rules: rules.map((rule) => ({
      rule,
      conditions: rule.conditions.map((condition) => ({
        condition,
        holds: testOf(condition, headers),
      })),
    })),
    listKeys: [...new Set(lists)],
    asksForCrawlers: subjects.has("crawler"),
    countsJoins: subjects.has("joins"),
  };
}

/** The first rule of which all conditions hold. What nobody knows decides nothing. */
export function decideRule({ rules }: CompiledRules, request: AccessRequest): Decision {
  for (const { rule, conditions } of rules) {
    if (!conditions.every(({ holds }) => holds(request) === true)) continue;
    return { rule, action: rule.action, why: rule.conditions };
  }
  return null;
}

function testOf(condition: AccessCondition, headers: CdnHeaders): Test {
  const test = plainTestOf(condition, headers);
  if (!condition.isNot) return test;
  return (request) => {
    const holds = test(request);
    return holds === null ? null : !holds;
  };
}

function plainTestOf(condition: AccessCondition, headers: CdnHeaders): Test {
  const { subject, values, name } = condition;
  const number = condition.number ?? 0;
  const compare = comparing(condition);
  switch (subject) {
    case "address":
      return inRanges(values);
    case "list":
      return ({ isInList }) => anyOf(values.map((key) => isInList(key)));
    case "country":
      return toldOneOf(headers.country, values, (value) => value.toUpperCase());
    case "asn":
      return toldOneOf(headers.asn, values, (value) => value.toUpperCase().replace(/^AS/, ""));
    case "bot-score":
      return ({ told }) => {
        const text = headers.botScore === "" ? null : told(headers.botScore);
        const score = text === null || text.trim() === "" ? Number.NaN : Number(text);
        return Number.isFinite(score) ? score < number : null;
      };
    case "user-agent":
      return ({ header }) => compare(header("user-agent"));
    case "header":
      return ({ header }) => compare(header(name.toLowerCase()));
    case "cookie":
      return ({ cookie }) => compare(cookie(name));
    case "path":
      return ({ path }) => compare(path);
    case "joins":
      return ({ joins }) => joins(condition.per) > number;
    case "crawler":
      return ({ isCrawler }) => isCrawler;
  }
}

/** True where one holds; else null where one is not known. */
function anyOf(tests: readonly (boolean | null)[]): boolean | null {
  if (tests.includes(true)) return true;
  return tests.includes(null) ? null : false;
}

function inRanges(values: readonly string[]): Test {
  const ranges = values.flatMap((value) => {
    const reading = readRange(value);
    return reading.ok ? [reading.range] : [];
  });
  return ({ address }) => {
    const words = readAddress(address);
    if (words === null) return null;
    return ranges.some(
      ({ first, last }) =>
        first.length === words.length &&
        compareWords(words, first) >= 0 &&
        compareWords(words, last) <= 0,
    );
  };
}

function toldOneOf(
  header: string,
  values: readonly string[],
  plain: (value: string) => string,
): Test {
  const wanted = new Set(values.map((value) => plain(value.trim())));
  return ({ told }) => {
    const text = header === "" ? null : told(header);
    return text === null || text.trim() === "" ? null : wanted.has(plain(text.trim()));
  };
}

function comparing({ comparison, values }: AccessCondition): (text: string) => boolean {
  const wanted = values.map((value) => value.toLowerCase());
  return (given) => {
    const text = given.slice(0, COMPARED).toLowerCase();
    switch (comparison) {
      case "present":
        return text !== "";
      case "equals":
        return wanted.includes(text);
      case "contains":
        return wanted.some((value) => text.includes(value));
      case "starts-with":
        return wanted.some((value) => text.startsWith(value));
      case "pattern":
        return wanted.some((value) => matchesPattern(text, value));
    }
  };
}
