import type { AccessCondition, AccessRule } from "@/lib/domain/access-rule/access-rule";
import { NO_CHALLENGE } from "@/lib/domain/challenge/challenge-setting";
import { NO_LIMITS } from "@/lib/domain/join-limit/limit-setting";
import { CALM, type Protection } from "./protection";

/** A protection to start from. */
export type Preset = {
  readonly key: "calm" | "sale" | "attack";
  readonly label: string;
  /** What it does, and what it costs. */
  readonly says: string;
  readonly protection: Pick<Protection, "limits" | "challenge" | "rules">;
};

const AGENT: AccessCondition = {
  subject: "user-agent",
  isNot: false,
  name: "",
  comparison: "contains",
  values: [],
  number: null,
  per: "minute",
};

const CRAWLERS: AccessRule = {
  id: 1,
  name: "Search engines come back later",
  conditions: [{ ...AGENT, subject: "crawler", comparison: "equals" }],
  action: { type: "later", seconds: 3_600 },
};

const TOOLS = ["curl", "wget", "python-requests", "go-http-client", "headlesschrome"];

function tools(action: AccessRule["action"]): AccessRule {
  return {
    id: 2,
    name: "Tools that say what they are",
    conditions: [{ ...AGENT, values: TOOLS }],
    action,
  };
}

function silent(action: AccessRule["action"]): AccessRule {
  const conditions = [{ ...AGENT, comparison: "present", isNot: true } as const];
  return { id: 3, name: "Without a user agent", conditions, action };
}

const { limits, challenge, rules } = CALM;
const BLOCKED = {
  type: "block",
  reason: "This sale takes visits by browser only.",
} as const;

export const PRESETS: readonly Preset[] = [
  {
    key: "calm",
    label: "Calm",
    says: "Nobody notices anything until one address joins often; then its next joins take a moment of calculation. Stops a single script, not a farm.",
    protection: { limits, challenge, rules },
  },
  {
    key: "sale",
    label: "Sale",
    says: "Fewer joins an address, a calculation for everybody while very many come at once, and for tools that say what they are; search engines are told to come later. A campus or an office will meet the calculation.",
    protection: {
      limits: {
        ...NO_LIMITS,
        isOn: true,
        address: { perMinute: 6, perRun: 12 },
        site: { perMinute: 12, perRun: 24 },
      },
      challenge: { ...NO_CHALLENGE, when: "busy", fromJoinsPerMinute: 6_000 },
      rules: {
        ...rules,
        rules: [CRAWLERS, tools({ type: "challenge" }), silent({ type: "challenge" })],
      },
    },
  },
  {
    key: "attack",
    label: "Attack",
    says: "Everybody calculates before joining, old phones for some seconds; tools that say what they are are turned away. A farm that solves it still gets places, each at a price.",
    protection: {
      limits: {
        ...NO_LIMITS,
        isOn: true,
        address: { perMinute: 3, perRun: 6 },
        site: { perMinute: 6, perRun: 12 },
      },
      challenge: { ...NO_CHALLENGE, when: "always", difficulty: 17 },
      rules: { ...rules, rules: [CRAWLERS, tools(BLOCKED), silent({ type: "challenge" })] },
    },
  },
];
