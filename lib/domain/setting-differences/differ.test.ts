import { expect, test } from "vitest";
import type { AccessRule } from "@/lib/domain/access-rule/access-rule";
import type { Lane, Lanes } from "@/lib/domain/lane/lane";
import { CALM, UNPROTECTED } from "@/lib/domain/protection/protection";
import type { Differ } from "./differ";
import { laneDifferences, turnDifferences } from "./line-differences";
import { protectionDifferences } from "./protection-differences";
import { differenceSentence } from "./setting-differences";
import { drawInWords } from "./time-differences";

function told<Value>(differ: Differ<Value>, before: Value, after: Value): readonly string[] {
  return differ(before, after).map(differenceSentence);
}

const lane = (key: string, name: string, weight: number): Lane => ({
  ...{ key, name, weight, fromRelativeQuality: null },
});
const MAIN = lane("main", "Main line", 60);
const MEMBERS = lane("members", "Members", 20);
const VIP = lane("vip", "VIP", 20);
const LANES: Lanes = { mode: "weighted", defaultLane: "main", lanes: [MAIN, MEMBERS, VIP] };

test("a lane's share is told with the lane, and nothing of the others", () => {
  const members = { ...MEMBERS, weight: 30, fromRelativeQuality: 0.5 };
  const after: Lanes = { ...LANES, lanes: [MAIN, members, VIP] };
  expect(told(laneDifferences, LANES, after)).toEqual([
    "lane 2 “Members”: share from 20 % to 30 %",
    "lane 2 “Members”: minimum quality from none to 0.5",
  ]);
});

test("lanes are added, removed, renamed and moved", () => {
  const gold: Lanes = {
    ...LANES,
    lanes: [VIP, { ...MAIN, name: "Everyone" }, lane("gold", "Gold", 20)],
  };
  expect(told(laneDifferences, LANES, gold)).toEqual([
    "lane 2 “Members” removed (share 20 %, key members)",
    "lane 2 “Main line”: name from Main line to Everyone",
    "lane 3 “Gold” added (share 20 %, key gold)",
    "order of lanes from Main line, VIP to VIP, Everyone",
  ]);
});

test("protection that is switched on is told by what it has on, not by all it has", () => {
  expect(told(protectionDifferences, null, CALM)).toEqual([
    "bot protection from off to on",
    "limits: limit joins per address from off to on",
    "challenge: when to challenge from never to busy addresses",
    "score: challenge at score from never to 60",
  ]);
  expect(told(protectionDifferences, UNPROTECTED, null)).toEqual(["bot protection from on to off"]);
});

test("one field of an access rule is told beside the rule's name", () => {
  const rule: AccessRule = {
    ...{ id: 7, name: "Office" },
    conditions: [
      {
        subject: "address",
        isNot: false,
        name: "",
        comparison: "equals",
        values: ["203.0.113.0/24"],
        number: null,
        per: "minute",
      },
    ],
    action: { type: "let-by" },
  };
  const rules = { ...UNPROTECTED.rules, rules: [rule] };
  const blocked: AccessRule = { ...rule, action: { type: "block", reason: "Closed" } };
  const before = { ...UNPROTECTED, rules };
  const after = { ...UNPROTECTED, rules: { ...rules, rules: [blocked] } };
  expect(told(protectionDifferences, before, after)).toEqual([
    "access rule 1 “Office”: then from the visitor bypasses the line to the visitor is blocked: “Closed”",
  ]);
  expect(told(protectionDifferences, UNPROTECTED, before)).toEqual([
    "access rule 1 “Office” added (If the address is in “203.0.113.0/24”, the visitor bypasses the line.)",
  ]);
});

test("two limits for one address list stay apart", () => {
  const network = { list: "schools", perMinute: 50, perRun: 500, replacesAddress: true };
  const limits = { ...UNPROTECTED.limits, networks: [network, network] };
  const more = { ...limits, networks: [network, { ...network, perRun: 900 }] };
  const of = (one: typeof limits) => ({ ...UNPROTECTED, limits: one });
  expect(told(protectionDifferences, of(limits), of(more))).toEqual([
    "limits: address list “schools”: per whole list, per run from 500 joins to 900 joins",
  ]);
});

test("what is switched on says what it has", () => {
  expect(told(turnDifferences, null, { confirm: "hidden", seconds: 120 })).toEqual([
    "presence from off: pages enter automatically to on",
    "who must confirm from none to background tabs",
    "countdown from none to 120 seconds",
  ]);
});

test("a draw reads as one choice with what belongs to it", () => {
  const urls = ["https://a.example/9", "https://b.example/9"];
  const beacon = { type: "http-beacon", urls, field: "value", round: 9, roundAtMs: 0 } as const;
  expect([null, { type: "none" } as const, beacon].map((draw) => drawInWords(draw))).toEqual([
    "first come, first served",
    "drawn without public randomness",
    "drawn with beacon round 9 (1970-01-01 00:00 UTC, value of https://a.example/9, https://b.example/9)",
  ]);
});
