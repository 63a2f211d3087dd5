import { type AccessRules, NO_RULES } from "@/lib/domain/access-rule/access-rule";
import { type ChallengeSetting, NO_CHALLENGE } from "@/lib/domain/challenge/challenge-setting";
import {
  type DeferredSetting,
  EVEN_LOTTERY,
  type LotterySetting,
  NO_DEFERRED,
} from "@/lib/domain/deferred/deferred-setting";
import { type LimitSetting, NO_LIMITS } from "@/lib/domain/join-limit/limit-setting";
import {
  NO_POSSESSION,
  type PassSetting,
  PLAIN_PASS,
  type PossessionSetting,
} from "@/lib/domain/possession/possession-setting";
import { NO_SCORE, type ScoreSetting } from "@/lib/domain/score/score-setting";

/** How an event holds back bots and hoarders: limits, challenges, rules, and what follows from what was found out. */
export type Protection = {
  readonly limits: LimitSetting;
  readonly challenge: ChallengeSetting;
  readonly rules: AccessRules;
  readonly deferred: DeferredSetting;
  readonly lottery: LotterySetting;
  readonly score: ScoreSetting;
  readonly possession: PossessionSetting;
  readonly pass: PassSetting;
};

/** Each part switched off. */
export const UNPROTECTED: Protection = {
  limits: NO_LIMITS,
  challenge: NO_CHALLENGE,
  rules: NO_RULES,
  deferred: NO_DEFERRED,
  lottery: EVEN_LOTTERY,
  score: NO_SCORE,
  possession: NO_POSSESSION,
  pass: PLAIN_PASS,
};

/** What a new event has: limits, and proof of work for who comes from a busy source. */
export const CALM: Protection = {
  ...UNPROTECTED,
  limits: { ...NO_LIMITS, isOn: true },
  challenge: { ...NO_CHALLENGE, when: "busy" },
};
