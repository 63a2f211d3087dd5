import { expect, test } from "vitest";
import { type AccessRule, NEW_CONDITION } from "@/lib/domain/access-rule/access-rule";
import { sameValue } from "@/lib/domain/same-value";
import { protectionFacts } from "./facts";
import { LEVELS, levelOf, ownRules, PROTECTION_LEVELS, withLevel } from "./levels";
import { CALM, type Protection, UNPROTECTED } from "./protection";
import { protectionSchema } from "./protection-schema";

const OFFICE: AccessRule = {
  id: 2,
  name: "Office",
  conditions: [
    { ...NEW_CONDITION, subject: "address", comparison: "equals", values: ["203.0.113.0/24"] },
  ],
  action: { type: "let-by" },
};

/** A protection with what no level sets. */
const OWN: Protection = {
  ...UNPROTECTED,
  limits: { ...UNPROTECTED.limits, asn: { header: "x-asn", perMinute: 5, perRun: 6 } },
  challenge: { ...UNPROTECTED.challenge, kind: "captcha", provider: "turnstile" },
  rules: { ...UNPROTECTED.rules, rules: [OFFICE] },
  possession: { ...UNPROTECTED.possession, isAsked: true },
};

test("a new event is at the lowest level", () => {
  expect(levelOf(CALM)).toBe("calm");
});

test.each(LEVELS)("the level %s is what the form and the API take, and is recognised", (level) => {
  for (const before of [CALM, UNPROTECTED, OWN]) {
    const protection = withLevel(before, level);
    expect(protectionSchema.parse(protection)).toEqual(protection);
    expect(levelOf(protection)).toBe(level);
    expect(withLevel(protection, level)).toBe(protection);
  }
});

test("a level replaces another without a trace, and keeps what it does not set", () => {
  for (const level of LEVELS)
    for (const other of LEVELS) {
      const there = withLevel(withLevel(OWN, other), level);
      expect(ownRules(there)).toEqual([OFFICE]);
      expect(there.limits.asn).toEqual(OWN.limits.asn);
      expect(there.challenge).toMatchObject({ kind: "captcha", provider: "turnstile" });
      expect(there.possession).toEqual(OWN.possession);
      const ids = there.rules.rules.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(there.rules.rules).toHaveLength(1 + PROTECTION_LEVELS[level].rules.length);
    }
});

test("a rule that two levels have keeps the number by which it is counted", () => {
  const sale = withLevel(OWN, "sale");
  expect(withLevel(sale, "attack").rules.rules.map(({ id, name }) => [id, name])).toEqual(
    sale.rules.rules.map(({ id, name }) => [id, name]),
  );
});

test("an own rule anywhere leaves the level, a changed rule or number of the level does not", () => {
  const sale = withLevel(CALM, "sale");
  const { rules } = sale.rules;
  const office = { ...OFFICE, id: 9 };
  expect(levelOf({ ...sale, rules: { ...sale.rules, rules: [...rules, office] } })).toBe("sale");
  const [first, ...rest] = rules;
  const blocked = first && { ...first, action: { type: "block", reason: "No." } as const };
  for (const changed of [
    { ...sale, rules: { ...sale.rules, rules: rest } },
    { ...sale, rules: { ...sale.rules, rules: blocked ? [blocked, ...rest] : [] } },
    { ...sale, limits: { ...sale.limits, address: { perMinute: 6, perRun: 13 } } },
    { ...sale, score: { challengeFrom: null, refuseFrom: null } },
    UNPROTECTED,
  ])
    expect(levelOf(changed)).toBeNull();
});

test("nobody gets into the false queue by a level, and each takes fewer joins of an address", () => {
  const entries = LEVELS.map((level) => PROTECTION_LEVELS[level]);
  expect(entries.flatMap(({ rules }) => rules.map(({ action }) => action.type))).not.toContain(
    "false-queue",
  );
  const counts = entries.map(({ limits }) => limits.address.perRun);
  expect(counts).toEqual([...counts].sort((one, other) => other - one));
  expect(new Set(counts).size).toBe(LEVELS.length);
});

test("two levels differ in what is told of them, line by line, and in no word of developers", () => {
  const all = [null, ...LEVELS.map((level) => withLevel(CALM, level))].map(protectionFacts);
  const [first = []] = all;
  for (const facts of all) {
    expect(facts.map(({ what }) => what)).toEqual(first.map(({ what }) => what));
    expect(JSON.stringify(facts)).not.toMatch(/\bbits?\b|\/48|\/64|\bscore\b|undefined/i);
    expect(all.filter((other) => sameValue(other, facts))).toHaveLength(1);
  }
});

test("a limit that was emptied in a form is told as none, and no number as none", () => {
  // As forms hold it: their types know no null here.
  const address = { perMinute: null as unknown as number, perRun: 2_000 };
  const site = { perMinute: 12, perRun: Number.NaN };
  const challenge = { ...CALM.challenge, when: "busy", fromJoinsPerMinute: Number.NaN } as const;
  const facts = protectionFacts({
    ...CALM,
    challenge,
    limits: { ...CALM.limits, isOn: true, address, site },
  });
  expect(facts.slice(0, 3).map(({ value }) => value)).toEqual([
    "– per minute, 2,000 per run",
    "12 per minute, – per run",
    "Visitors from an address over its limit; everyone above – joins per minute",
  ]);
});

test.each([
  [8, "Up to a second on a phone"],
  [15, "Up to a second on a phone"],
  [16, "1 to 2 seconds on a phone"],
  [18, "4 to 8 seconds on a phone"],
])("a challenge of %i bits is told in seconds", (difficulty, words) => {
  const challenge = { ...CALM.challenge, difficulty };
  expect(protectionFacts({ ...CALM, challenge })).toContainEqual({
    ...{ what: "A challenge takes", value: words },
  });
});
