import type { EventSettings } from "@/lib/domain/event/settings";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import { challengeOf } from "@/waiting-room/visit/gate/challenge/challenge-of";
import { PROOF_NEEDED } from "@/waiting-room/visit/gate/challenge/proof-needed";
import { PROOF_BROUGHT, PROOF_TAKEN } from "@/waiting-room/visit/gate/challenge/proven";
import { EVENTS_TOGETHER, LIMITS } from "@/waiting-room/visit/gate/limits/sources-of";
import { countsJoins } from "@/waiting-room/visit/gate/rules/judge-by-rules";
import { COUNTED_RULES, RULES, RULES_AFTER } from "@/waiting-room/visit/gate/rules/rule-of-join";
import { SCORE } from "@/waiting-room/visit/gate/score/judge-by-score";
import { KEY_SHOWN } from "@/waiting-room/visit/place/possession";
import { CAPTCHA } from "./captcha/present-captcha";
import type { Check } from "./check";

type Gate = readonly Check[];

const OPEN: Gate = [];

/** Settings are replaced with each version, never changed. */
const gates = new WeakMap<EventSettings, Gate>();

/** The checks that a join at this event passes, in order: those that are switched on, and no others. Compiled once. */
export function gateOf(settings: EventSettings): Gate {
  const known = gates.get(settings);
  if (known !== undefined) return known;
  const { protection, softBlock } = settings;
  const gate = protection || softBlock === true ? checksOf(settings, false) : OPEN;
  gates.set(settings, gate);
  return gate;
}

/** The same for a visitor whose place the draw has dropped: they always need a proof. */
export function gateOfDropped(settings: EventSettings): Gate {
  return checksOf(settings, true);
}

/** True where a place stays with the browser that joined. */
export function bindsToBrowser(settings: EventSettings): boolean {
  return gateOf(settings).includes(KEY_SHOWN);
}

/** What a join needs that only the page brings: an answer to a challenge, or a key. */
const OF_THE_PAGE: readonly Check[] = [CAPTCHA, PROOF_NEEDED, KEY_SHOWN];

/** False where a join that brings nothing may pass: it is asked for something only at a busy address. */
export function needsPage(settings: EventSettings): boolean {
  return gateOf(settings).some((check) => OF_THE_PAGE.includes(check));
}

function checksOf(settings: EventSettings, isDropped: boolean): Gate {
  const { protection, softBlock } = settings;
  const { rules, limits, possession } = protection ?? UNPROTECTED;
  const { kind, when, fromJoinsPerMinute } = challengeOf(settings);
  const hasRules = rules.rules.length > 0;
  const mayAsk = isDropped || softBlock === true || hasRules;
  const checks: readonly (readonly [isOn: boolean, check: Check])[] = [
    [hasRules, countsJoins(rules) ? COUNTED_RULES : RULES],
    [kind === "captcha", CAPTCHA],
    [true, PROOF_BROUGHT],
    [mayAsk || when === "always" || fromJoinsPerMinute !== null, PROOF_NEEDED],
    [limits.isOn, LIMITS],
    [limits.isOn && limits.acrossEvents !== null, EVENTS_TOGETHER],
    [Boolean(protection), SCORE],
    [true, PROOF_TAKEN],
    [possession.isAsked, KEY_SHOWN],
    [hasRules, RULES_AFTER],
  ];
  return checks.flatMap(([isOn, check]) => (isOn ? [check] : []));
}
