import { describe, expect, test } from "vitest";
import { commitmentHash } from "@/lib/domain/draw/commitment";
import { createDrawOrder } from "@/lib/domain/draw/draw-order";
import { exclude, freezeExclusions, type IndexRange } from "@/lib/domain/draw/exclusions";
import { freezeDraw, freezeText } from "@/lib/domain/draw/freeze";
import {
  type DrawRecord,
  keyOfDraw,
  publishDraw,
  rulesOfDraw,
} from "@/lib/domain/draw/published-draw";
import {
  createOperator,
  type HeldRules,
  sha256 as hash,
  holdDraw,
} from "@/simulation/scenarios/draw";
import { verifyPublishedDraw } from "./verify-published-draw";

const random = seeded(21);
const operator = createOperator(random);
const { sign, publicKey } = operator;

const LANES = [
  { key: "vip", weight: 7 },
  { key: "main", weight: 2 },
  { key: "late", weight: 1 },
];
const DROPPED: HeldRules = {
  exclusion: { action: "drop", fromScore: 80 },
  lanes: null,
  isExcluded: (index) => index % 7 === 0 || (index > 100 && index < 140),
};
const LAST: HeldRules = { ...DROPPED, exclusion: { action: "last", fromScore: 80 } };
const LOTTERY: HeldRules = { exclusion: null, lanes: LANES, isExcluded: () => false };
const ALL: HeldRules = { ...LAST, lanes: LANES };

const hold = (rules: HeldRules, members = 600) =>
  holdDraw({ operator, random, members, receipts: members, rules });
const dropped = hold(DROPPED);

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function judge(file: string | Uint8Array<ArrayBuffer>, receipts: readonly string[]) {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  const result = await verifyPublishedDraw({ file: bytes, publicKey, receipts, beaconValue: null });
  return { ...result, codes: result.findings.map(({ code }) => code) };
}

function orderOf(record: DrawRecord) {
  const rules = rulesOfDraw(record);
  return createDrawOrder({
    groups: record.groups,
    key: keyOfDraw(record, hash),
    hash,
    ...(rules === undefined ? {} : { rules }),
  });
}

/** The record with another list, under a freeze that the operator signs again for it. */
function withExcluded(record: DrawRecord, excluded: readonly IndexRange[]): DrawRecord {
  const draw = commitmentHash(record.commitment, hash);
  const frozen = freezeExclusions(excluded, record.secret, hash);
  const { groups, freeze } = record;
  const { frozenAtMs } = freeze;
  return {
    ...record,
    excluded,
    freeze: freezeDraw({ draw, groups, excluded: frozen, frozenAtMs, hash, sign }),
  };
}

describe("a draw of version 2", () => {
  test.each([
    ["dropped members", DROPPED],
    ["members drawn last", LAST],
    ["lanes", LOTTERY],
    ["lanes and members drawn last", ALL],
    ["lanes and dropped members", { ...DROPPED, lanes: LANES }],
    ["a rule that excludes nobody", { ...LAST, isExcluded: () => false }],
    ["a rule that excludes everybody", { ...LAST, isExcluded: () => true }],
  ])("with %s is provable, and each receipt has the server's place", async (_, rules) => {
    const held = hold(rules);
    const { verdict, codes, places } = await judge(held.file, [held.keptFreeze, ...held.receipts]);
    expect({ verdict, codes }).toEqual({
      verdict: "provable",
      codes: ["schedule-unknown", "beacon-not-compared"],
    });
    const order = orderOf(held.record);
    expect(places).toEqual(
      held.receipts.map((_, at) => ({
        line: at + 2,
        index: at + 1,
        place: order.placeOf(at + 1),
        isExcluded: rules.isExcluded(at + 1),
      })),
    );
    const given = places.flatMap(({ place }) => place ?? []);
    expect(given.toSorted((a, b) => a - b)).toEqual(given.map((_, at) => at + 1));
    expect(given.map(order.indexAt).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      places.flatMap(({ place, index }) => (place === null ? [] : [index])),
    );
  });

  test("draws those who are excluded behind all others, or gives them no place", () => {
    const last = orderOf(hold(ALL).record);
    const indices = Array.from({ length: 600 }, (_, at) => at + 1);
    const excluded = indices.filter(ALL.isExcluded);
    const first = indices.length - excluded.length;
    for (const index of indices)
      expect((last.placeOf(index) ?? 0) > first).toBe(ALL.isExcluded(index));
    const order = orderOf(dropped.record);
    expect(order.placed).toBe(first);
    for (const index of excluded) expect(order.placeOf(index)).toBeNull();
  });

  test("says by which rule a place was excluded, and how many were", async () => {
    const { draw } = await judge(dropped.file, [dropped.keptFreeze]);
    const members = Array.from({ length: 600 }, (_, at) => at + 1).filter(
      DROPPED.isExcluded,
    ).length;
    expect(draw).toMatchObject({ exclusion: { ...DROPPED.exclusion, members }, lanes: null });
    const lottery = hold(LOTTERY);
    expect((await judge(lottery.file, [])).draw).toMatchObject({ exclusion: null, lanes: LANES });
  });
});

describe("an operator who signs whatever suits cannot change who is excluded", () => {
  const { record, keptFreeze } = dropped;
  const { excluded = [] } = record;
  const publish = (changed: DrawRecord) => publishDraw(changed, hash, sign).text;

  test.each([
    ["adds one", [{ firstIndex: 1, count: 1 }, ...excluded]],
    ["leaves one out", excluded.slice(1)],
    ["leaves all out", []],
    ["names another", [{ firstIndex: 6, count: 1 }, ...excluded.slice(1)]],
  ])("who %s after the freeze", async (_, list) => {
    const kept = await judge(publish({ ...record, excluded: list }), [keptFreeze]);
    expect(kept).toMatchObject({ verdict: "tampered" });
    expect(kept.codes).toContain("exclusions-differ");
    // With another freeze the file holds together, but not with what pages kept from before the round.
    const again = publish(withExcluded(record, list));
    expect((await judge(again, [])).codes).not.toContain("exclusions-differ");
    expect((await judge(again, [keptFreeze])).codes).toContain("freeze-differs");
  });

  test("who has committed to no rule", async () => {
    const lottery = hold(LOTTERY);
    const list = exclude(lottery.record.groups, (index) => index === 5);
    const { codes } = await judge(publish(withExcluded(lottery.record, list)), []);
    expect(codes).toContain("exclusions-not-promised");
  });

  test.each([
    ["twice", [7, 2, 8, 1]],
    ["out of order", [14, 1, 7, 1]],
    ["beyond the members", [600, 2]],
    ["who is nobody", [7, 0]],
  ])("by naming somebody %s", async (_, [first = 0, count = 0, second, more = 0]) => {
    const list = [{ firstIndex: first, count }];
    if (second !== undefined) list.push({ firstIndex: second, count: more });
    const { codes } = await judge(publish(withExcluded(record, list)), []);
    expect(codes).toContain("exclusions-overlap");
  });

  test("nor the rule, the weights or the lane of somebody who joined", async () => {
    const held = hold(ALL);
    const { commitment, groups } = held.record;
    const heavier = { ...commitment, lanes: [{ key: "vip", weight: 70 }, ...LANES.slice(1)] };
    const milder = { ...commitment, exclusion: { action: "last", fromScore: 81 } as const };
    for (const changed of [heavier, milder]) {
      const file = publish({ ...held.record, commitment: changed });
      const { codes } = await judge(file, [held.keptFreeze, ...held.receipts]);
      expect(codes).toEqual(expect.arrayContaining(["other-commitment", "freeze-differs"]));
    }
    const moved = groups.map(({ firstIndex, count, root }, at) =>
      at === 1 ? { firstIndex, count, root, lane: 2 } : (groups[at] ?? { firstIndex, count, root }),
    );
    const record = withExcluded({ ...held.record, groups: moved }, held.record.excluded ?? []);
    const { codes } = await judge(publish(record), [freezeText(record.freeze), ...held.receipts]);
    expect(codes).toContain("receipt-left-out");
  });

  test("nor have a lane that was not committed to", async () => {
    const { groups } = record;
    const moved = groups.map((group, at) => (at === 0 ? { ...group, lane: 1 } : group));
    const file = publish(withExcluded({ ...record, groups: moved }, excluded));
    expect((await judge(file, [])).codes).toContain("lane-unknown");
  });
});

describe("every byte of version 2 is bound", () => {
  const small = hold(ALL, 60);

  test("of the file", async () => {
    const file = new TextEncoder().encode(small.file);
    const receipts = [small.keptFreeze, ...small.receipts.slice(-2)];
    expect((await judge(file, receipts)).verdict).toBe("provable");
    for (let at = 0; at < file.length; at += 1) {
      const changed = file.map((byte, place) => (place === at ? byte ^ (1 << (at % 8)) : byte));
      expect(`${at} ${(await judge(changed, receipts)).verdict}`).toBe(`${at} tampered`);
    }
  });

  test("of a receipt with a lane and of a kept freeze", async () => {
    const receipt = small.receipts.find((text) => text.startsWith("sr2.")) ?? "";
    expect(small.keptFreeze).toMatch(/^sf2\.[\w-]{240}$/);
    for (const [text, other] of [
      [receipt, small.keptFreeze],
      [small.keptFreeze, receipt],
    ] as const) {
      expect((await judge(small.file, [other, text])).verdict).toBe("provable");
      for (let at = 0; at < text.length; at += 1) {
        const changed = text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
        const { verdict, codes } = await judge(small.file, [other, changed]);
        const found = codes.includes("receipt-unreadable") ? "unreadable" : verdict;
        expect(`${at} ${found}`).toMatch(/^\d+ (?:tampered|unreadable)$/);
      }
    }
  });
});
