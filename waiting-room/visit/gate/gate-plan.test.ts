import { expect, test } from "vitest";
import { CALM, type Protection, UNPROTECTED } from "@/lib/domain/protection/protection";
import { settingsOf } from "@/tools/bench/harness/events";
import { PROOF_NEEDED } from "@/waiting-room/visit/gate/challenge/proof-needed";
import { PROOF_BROUGHT, PROOF_TAKEN } from "@/waiting-room/visit/gate/challenge/proven";
import { EVENTS_TOGETHER, LIMITS } from "@/waiting-room/visit/gate/limits/sources-of";
import { RULES, RULES_AFTER } from "@/waiting-room/visit/gate/rules/rule-of-join";
import { SCORE } from "@/waiting-room/visit/gate/score/judge-by-score";
import { KEY_SHOWN } from "@/waiting-room/visit/place/possession";
import { CAPTCHA } from "./captcha/present-captcha";
import { bindsToBrowser, gateOf, gateOfDropped } from "./gate-plan";

const PLAIN = settingsOf("plain");
const protectedBy = (protection: Partial<Protection>) => ({
  ...PLAIN,
  protection: { ...UNPROTECTED, ...protection },
});

test("nobody is looked at where nothing is switched on", () => {
  expect(gateOf(PLAIN)).toEqual([]);
  expect(gateOf({ ...PLAIN, softBlock: false })).toEqual([]);
});

test("the gate of a new event looks at its limits and its score", () => {
  const gate = [PROOF_BROUGHT, LIMITS, EVENTS_TOGETHER, SCORE, PROOF_TAKEN];
  expect(gateOf({ ...PLAIN, protection: CALM })).toEqual(gate);
});

test("each thing that is switched on adds its check", () => {
  const everybody = { id: 1, name: "all", conditions: [], action: { type: "challenge" } } as const;
  const rules = { ...UNPROTECTED.rules, rules: [everybody] };
  expect(gateOf({ ...PLAIN, softBlock: true })).toContain(PROOF_NEEDED);
  expect(gateOf(protectedBy({ challenge: { ...CALM.challenge, when: "always" } }))).toContain(
    PROOF_NEEDED,
  );
  expect(gateOf(protectedBy({ challenge: { ...CALM.challenge, kind: "captcha" } }))).toContain(
    CAPTCHA,
  );
  const ruled = gateOf(protectedBy({ rules }));
  expect([ruled.at(0), ruled.at(-1)]).toEqual([RULES, RULES_AFTER]);
  const possession = protectedBy({ possession: { isAsked: true } });
  expect(gateOf(possession)).toContain(KEY_SHOWN);
  expect([PLAIN, possession].map(bindsToBrowser)).toEqual([false, true]);
});

test("whose place the draw has dropped needs a proof, whatever is switched on", () => {
  expect(gateOfDropped(PLAIN)).toContain(PROOF_NEEDED);
});

test("the gate of one version of the settings is made once", () => {
  const settings = { ...PLAIN, protection: CALM };
  expect(gateOf(settings)).toBe(gateOf(settings));
});
