import { type AccessRule, NEW_CONDITION } from "@/lib/domain/access-rule/access-rule";
import { nextRuleId } from "@/lib/domain/access-rule/next-rule-id";
import type { ChallengeSetting } from "@/lib/domain/challenge/challenge-setting";
import type { LimitSetting } from "@/lib/domain/join-limit/limit-setting";
import { sameValue } from "@/lib/domain/same-value";
import type { ScoreSetting } from "@/lib/domain/score/score-setting";
import { CALM, type Protection } from "./protection";

export const LEVELS = ["calm", "sale", "attack"] as const;
export type Level = (typeof LEVELS)[number];

type LevelRule = Omit<AccessRule, "id">;

/** What a level sets; all else in a protection stays as it is. */
type LevelEntry = {
  readonly label: string;
  /** What it does, and what it costs. */
  readonly says: string;
  readonly limits: Pick<LimitSetting, "isOn" | "address" | "site">;
  readonly challenge: Pick<ChallengeSetting, "when" | "fromJoinsPerMinute" | "difficulty">;
  readonly score: ScoreSetting;
  readonly rules: readonly LevelRule[];
};

/** The rules that levels have, by whom they are about. */
const RULES = {
  crawlers: {
    name: "Turn search engines away for now",
    conditions: [{ ...NEW_CONDITION, subject: "crawler", comparison: "equals" }],
  },
  tools: {
    name: "Self-identified tools",
    conditions: [
      {
        ...NEW_CONDITION,
        values: ["curl", "wget", "python-requests", "go-http-client", "headlesschrome"],
      },
    ],
  },
  silent: {
    name: "No user agent",
    conditions: [{ ...NEW_CONDITION, comparison: "present", isNot: true }],
  },
} as const satisfies Readonly<Record<string, Omit<LevelRule, "action">>>;

/** About whom a rule of a level can be. */
export type LevelSubject = keyof typeof RULES;

const CRAWLERS: LevelRule = { ...RULES.crawlers, action: { type: "later", seconds: 3_600 } };
const SILENT: LevelRule = { ...RULES.silent, action: { type: "challenge" } };

/** The levels of protection: what each sets. Forms, defaults of customers and the API take them from here. */
export const PROTECTION_LEVELS: Readonly<Record<Level, LevelEntry>> = {
  calm: {
    label: "Standard",
    says: "For every day. Only visitors from a busy address solve a challenge. Stops a single script, not a bot farm.",
    limits: { isOn: true, address: CALM.limits.address, site: CALM.limits.site },
    challenge: { when: "busy", fromJoinsPerMinute: null, difficulty: CALM.challenge.difficulty },
    score: CALM.score,
    rules: [],
  },
  sale: {
    label: "Popular sale",
    says: "Allows fewer places per address, and challenges everyone at peaks. Visitors who share a network, as on a campus, solve challenges.",
    limits: {
      isOn: true,
      address: { perMinute: 6, perRun: 12 },
      site: { perMinute: 12, perRun: 24 },
    },
    challenge: { when: "busy", fromJoinsPerMinute: 6_000, difficulty: CALM.challenge.difficulty },
    score: CALM.score,
    rules: [CRAWLERS, { ...RULES.tools, action: { type: "challenge" } }, SILENT],
  },
  attack: {
    label: "Under attack",
    says: "Challenges everyone, for several seconds on old phones. Bot farms still get places, but pay for each.",
    limits: {
      isOn: true,
      address: { perMinute: 3, perRun: 6 },
      site: { perMinute: 6, perRun: 12 },
    },
    challenge: { when: "always", fromJoinsPerMinute: null, difficulty: 17 },
    score: CALM.score,
    rules: [
      CRAWLERS,
      {
        ...RULES.tools,
        action: { type: "block", reason: "This sale is open to web browsers only." },
      },
      SILENT,
    ],
  },
};

/** The rule of a protection that levels have for a subject; undefined where it has none. */
export function levelRule(protection: Protection, subject: LevelSubject): AccessRule | undefined {
  return protection.rules.rules.find((rule) => isAbout(rule, subject));
}

const SUBJECTS = Object.keys(RULES) as readonly LevelSubject[];

function isAbout({ name, conditions }: LevelRule, subject: LevelSubject): boolean {
  return sameValue({ name, conditions }, RULES[subject]);
}

const isOfLevel = (rule: LevelRule) => SUBJECTS.some((subject) => isAbout(rule, subject));

/** The access rules that are no level's: every level keeps them. */
export function ownRules({ rules }: Protection): readonly AccessRule[] {
  return rules.rules.filter((rule) => !isOfLevel(rule));
}

/** The level that a protection is at, whatever own rules and other settings it has; null for a mixture of its own. */
export function levelOf(protection: Protection): Level | null {
  const rules = protection.rules.rules.filter(isOfLevel).map(({ id: _, ...rule }) => rule);
  const isAt = (level: Level) => {
    const { limits, challenge, score, rules: levelRules } = PROTECTION_LEVELS[level];
    const { rules: _, ...there } = withParts(protection, { limits, challenge, score });
    const { rules: __, ...here } = protection;
    return sameValue(there, here) && sameValue(rules, levelRules);
  };
  return LEVELS.find(isAt) ?? null;
}

/** A protection at a level. What levels do not set stays; own access rules come first where rules change. */
export function withLevel(protection: Protection, level: Level): Protection {
  if (levelOf(protection) === level) return protection;
  const { rules: levelRules, ...parts } = PROTECTION_LEVELS[level];
  const before = protection.rules.rules;
  const rules = [...ownRules(protection)];
  for (const rule of levelRules) {
    // Counts go by the id: a rule that only does something else keeps it.
    const former = before.find((one) => isOfLevel(one) && one.name === rule.name);
    rules.push({ id: former?.id ?? nextRuleId([...before, ...rules]), ...rule });
  }
  return { ...withParts(protection, parts), rules: { ...protection.rules, rules } };
}

function withParts(
  protection: Protection,
  { limits, challenge, score }: Pick<LevelEntry, "limits" | "challenge" | "score">,
): Protection {
  return {
    ...protection,
    limits: { ...protection.limits, ...limits },
    challenge: { ...protection.challenge, ...challenge },
    score,
  };
}
