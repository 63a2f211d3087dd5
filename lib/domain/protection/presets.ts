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

/** A condition as it begins: on the program of who asks. */
export const NEW_CONDITION: AccessCondition = {
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
  name: "Turn search engines away for now",
  conditions: [{ ...NEW_CONDITION, subject: "crawler", comparison: "equals" }],
  action: { type: "later", seconds: 3_600 },
};

const TOOLS = ["curl", "wget", "python-requests", "go-http-client", "headlesschrome"];

function tools(action: AccessRule["action"]): AccessRule {
  return {
    id: 2,
    name: "Self-identified tools",
    conditions: [{ ...NEW_CONDITION, values: TOOLS }],
    action,
  };
}

function silent(action: AccessRule["action"]): AccessRule {
  const conditions = [{ ...NEW_CONDITION, comparison: "present", isNot: true } as const];
  return { id: 3, name: "No user agent", conditions, action };
}

const { limits, challenge, rules } = CALM;
const BLOCKED = {
  type: "block",
  reason: "This sale is open to web browsers only.",
} as const;

export const PRESETS: readonly Preset[] = [
  {
    key: "calm",
    label: "Calm",
    says: "Challenges an address only after many joins. Stops a single script, not a bot farm.",
    protection: { limits, challenge, rules },
  },
  {
    key: "sale",
    label: "Sale",
    says: "Lower limits per address, and a challenge for everyone during peaks and for self-identified tools. Search engines are turned away. Shared networks will see challenges.",
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
    says: "Challenges every visitor, for several seconds on old phones, and blocks self-identified tools. Bot farms can still get places, but each one costs them.",
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
