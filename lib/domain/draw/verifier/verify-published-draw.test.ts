import { describe, expect, test } from "vitest";
import type { Beacon } from "@/lib/domain/draw/beacon";
import { type Commitment, commitmentHash, signCommitment } from "@/lib/domain/draw/commitment";
import { createDrawOrder } from "@/lib/domain/draw/draw-order";
import type { DrawSource } from "@/lib/domain/draw/draw-source";
import { freezeDraw, freezeText } from "@/lib/domain/draw/freeze";
import { type DrawRecord, keyOfDraw, publishDraw } from "@/lib/domain/draw/published-draw";
import { signGroup } from "@/lib/domain/draw/receipt";
import { createOperator, sha256 as hash, holdDraw } from "@/simulation/scenarios/draw";
import { verifyPublishedDraw } from "./verify-published-draw";

const random = seeded(11);
const operator = createOperator(random);
const { sign } = operator;
const held = holdDraw({ operator, random, members: 600, receipts: 300 });
const { record, keptFreeze } = held;
const [firstReceipt = ""] = held.receipts;
const kept = [keptFreeze, firstReceipt];
const beaconValue = record.beacon.type === "none" ? null : record.beacon.value;

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Given = Partial<Omit<Parameters<typeof verifyPublishedDraw>[0], "file">>;

/** As somebody with a receipt, a freeze kept from before the round and the beacon's value sees it. */
async function judge(file: string | Uint8Array<ArrayBuffer>, given: Given = {}) {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  const { publicKey } = operator;
  const all = { publicKey, receipts: kept, beaconValue, ...given, file: bytes };
  const { verdict, findings, places } = await verifyPublishedDraw(all);
  return { verdict, codes: findings.map(({ code }) => code), places };
}

/** The draw published by an operator who signs whatever suits. */
function publish(change: Partial<DrawRecord>): string {
  return publishDraw({ ...record, ...change }, hash, sign).text;
}

/** A commitment that the operator makes up afterwards, with groups and a freeze that fit it. */
function recommit(change: Partial<Commitment>): Partial<DrawRecord> {
  const commitment = { ...record.commitment, ...change };
  const { frozenAtMs } = record.freeze;
  const { groups } = record;
  const draw = commitmentHash(commitment, hash);
  return {
    commitment,
    commitmentSignature: signCommitment(commitment, sign),
    freeze: freezeDraw({ draw, groups, frozenAtMs, hash, sign }),
  };
}

/** The record with `joins` invented ones at the end. */
function withGhosts(joins: number): Partial<DrawRecord> {
  const draw = commitmentHash(record.commitment, hash);
  const ghosts = Array.from({ length: joins }, (_, at) => ({
    queueId: `ghost-${at}`,
    joinedAtMs: record.commitment.startAtMs - 1,
  }));
  const firstIndex = record.freeze.members + 1;
  const { group } = signGroup({ draw, firstIndex, joins: ghosts, hash, sign });
  const groups = [...record.groups, group];
  const { frozenAtMs } = record.freeze;
  return { groups, freeze: freezeDraw({ draw, groups, frozenAtMs, hash, sign }) };
}

describe("a draw that was held by the rules", () => {
  test("is provable, and each receipt has the place that the server gave it", async () => {
    const receipts = [keptFreeze, ...held.receipts];
    const { verdict, codes, places } = await judge(held.file, { receipts });
    const key = keyOfDraw(record, hash);
    const order = createDrawOrder({ groups: record.groups, key, hash });
    expect({ verdict, codes }).toEqual({ verdict: "provable", codes: ["schedule-unknown"] });
    expect(places).toEqual(
      held.receipts.map((_, at) => ({
        line: at + 2,
        index: at + 1,
        place: order.placeOf(at + 1),
        isExcluded: false,
      })),
    );
  });

  test("says what nobody compared", async () => {
    const { verdict, codes } = await judge(held.file, { receipts: [], beaconValue: null });
    expect(verdict).toBe("provable");
    expect(codes).toEqual(["schedule-unknown", "beacon-not-compared", "nothing-kept"]);
  });

  test("is not provable to somebody whose page kept no freeze from before the round", async () => {
    const { verdict, codes } = await judge(held.file, { receipts: [firstReceipt] });
    expect({ verdict, codes }).toMatchObject({ verdict: "not-provable" });
    expect(codes).toContain("no-kept-freeze");
  });

  test("holds with numbers that a loss skipped, and with nobody in it", async () => {
    const draw = commitmentHash(record.commitment, hash);
    const joins = [{ queueId: "late", joinedAtMs: record.commitment.startAtMs - 1 }];
    const late = signGroup({ draw, firstIndex: 1_000_601, joins, hash, sign });
    for (const groups of [[...record.groups, late.group], []]) {
      const freeze = freezeDraw({ ...record.freeze, draw, groups, hash, sign });
      const file = publish({ groups, freeze });
      const receipts = [freezeText(freeze), ...(groups.length > 0 ? late.receipts : [])];
      const { verdict, places } = await judge(file, { receipts });
      expect(verdict).toBe("provable");
      expect(places.map(({ index }) => index)).toEqual(groups.length > 0 ? [1_000_601] : []);
    }
  });
});

describe("every byte is bound", () => {
  const small = holdDraw({ operator, random, members: 5, receipts: 1 });

  test("a change of any one byte of the file is found", async () => {
    const file = new TextEncoder().encode(small.file);
    const receipts = [small.keptFreeze, ...small.receipts];
    expect(await judge(file, { receipts, beaconValue: null })).toMatchObject({
      verdict: "provable",
    });
    for (let at = 0; at < file.length; at += 1) {
      const changed = file.map((byte, place) => (place === at ? byte ^ (1 << (at % 8)) : byte));
      const { verdict } = await judge(changed, { receipts, beaconValue: null });
      expect(`${at} ${verdict}`).toBe(`${at} tampered`);
    }
  });

  test("a change of any one character of a receipt or of a kept freeze is found", async () => {
    const [receipt = ""] = small.receipts;
    for (const [text, other] of [
      [receipt, small.keptFreeze],
      [small.keptFreeze, receipt],
    ] as const) {
      for (let at = 0; at < text.length; at += 1) {
        const changed = text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
        const receipts = [other, changed];
        const { verdict, codes } = await judge(small.file, { receipts, beaconValue: null });
        const found = codes.includes("receipt-unreadable") ? "unreadable" : verdict;
        expect(`${at} ${found}`).toMatch(/^\d+ (?:tampered|unreadable)$/);
        // What cannot be read is no freeze that was kept.
        if (found === "unreadable" && text === small.keptFreeze)
          expect(verdict).toBe("not-provable");
      }
    }
  });

  test("what an editor or a mail does to lines accuses nobody", async () => {
    const lines = [small.keptFreeze, ...small.receipts].flatMap((text) => [
      `\uFEFF ${text.slice(0, 60)} ${text.slice(60)}\t\r`,
      "\r",
      "",
    ]);
    expect(await judge(small.file, { receipts: lines, beaconValue: null })).toMatchObject({
      verdict: "provable",
    });
    const cut = [...lines, "Dear operator,", small.receipts[0]?.slice(0, 40) ?? ""];
    const judged = await judge(small.file, { receipts: cut, beaconValue: null });
    expect(judged.verdict).toBe("provable");
    expect(judged.codes.filter((code) => code === "receipt-unreadable")).toHaveLength(2);
  });

  test("lines of which none can be read are as if nothing had been kept", async () => {
    const receipts = ["Dear operator,", small.keptFreeze.slice(0, -1)];
    const { verdict, codes } = await judge(small.file, { receipts, beaconValue: null });
    expect(verdict).toBe("provable");
    expect(codes).toEqual(expect.arrayContaining(["receipt-unreadable", "nothing-kept"]));
  });

  test("a receipt whose content somebody altered is found out among honest ones", async () => {
    const [receipt = ""] = small.receipts;
    for (const at of [10, 50, 80, receipt.length - 20]) {
      const other = receipt[at] === "A" ? "B" : "A";
      const altered = `${receipt.slice(0, at)}${other}${receipt.slice(at + 1)}\r`;
      const receipts = [small.keptFreeze, receipt, altered];
      const { verdict, codes } = await judge(small.file, { receipts, beaconValue: null });
      expect({ at, verdict, codes }).toMatchObject({
        verdict: "tampered",
        codes: expect.arrayContaining(["receipt-forged"]),
      });
    }
  });

  test.each([
    ["a space", (text: string) => text.replace(",", ", ")],
    ["another form of a number", (text: string) => text.replace('"v":1', '"v":1.0')],
    ["another field", (text: string) => text.replace("{", '{"note":"",')],
    ["a field twice", (text: string) => text.replace("{", '{"v":1,')],
    ["a missing line feed", (text: string) => text.trimEnd()],
    ["a missing field", (text: string) => text.replace(/"secret":"\w+",/, "")],
    ["nothing", () => ""],
    ["no JSON", () => "{"],
    ["something else", () => "[]"],
  ])("the file has one form only: not with %s", async (_, change) => {
    const { verdict, codes } = await judge(change(held.file));
    expect({ verdict, codes }).toEqual({ verdict: "tampered", codes: ["file-unreadable"] });
  });

  test("another key has signed nothing of it", async () => {
    const { publicKey } = createOperator(seeded(99));
    const { codes, places } = await judge(held.file, { publicKey });
    expect(codes).toEqual(
      expect.arrayContaining([
        "commitment-signature",
        "freeze-signature",
        "file-signature",
        "receipt-forged",
        "freeze-forged",
      ]),
    );
    expect(places).toEqual([]);
  });
});

describe("an operator who signs whatever suits cannot steer a provable draw", () => {
  test("37a: a typed value is labelled, and the label cannot be left off", async () => {
    const beacon: Beacon = { type: "typed", value: "try 5601" };
    const { verdict, codes } = await judge(publish({ beacon }));
    expect(verdict).toBe("not-provable");
    expect(codes).toContain("typed-value");
    const source: DrawSource = { type: "typed", name: "numbers drawn on television" };
    const typed = await judge(publish({ ...recommit({ source }), beacon }), { receipts: [] });
    expect(typed.verdict).toBe("not-provable");
  });

  test("37a: a typed value that poses as the beacon's differs from what the beacon said", async () => {
    if (record.beacon.type !== "http-beacon") throw new Error("The draw has a beacon.");
    const beacon = { ...record.beacon, value: "ab".repeat(32) };
    const { verdict, codes } = await judge(publish({ beacon }));
    expect(verdict).toBe("tampered");
    expect(codes).toContain("beacon-differs");
  });

  test("37b: a beacon that is said to be silent makes the draw not provable", async () => {
    const { verdict, codes } = await judge(publish({ beacon: { type: "none" } }));
    expect(verdict).toBe("not-provable");
    expect(codes).toContain("beacon-silent");
    const source: DrawSource = { type: "none" };
    const none = { ...recommit({ source }), beacon: { type: "none" } as const };
    expect(await judge(publish(none), { receipts: [] })).toMatchObject({ verdict: "not-provable" });
  });

  test("37c: another round than the committed one is not provable", async () => {
    if (record.beacon.type !== "http-beacon") throw new Error("The draw has a beacon.");
    const other = { ...record.beacon, round: record.beacon.round + 20 };
    const { verdict, codes } = await judge(publish({ beacon: other }));
    expect(verdict).toBe("not-provable");
    expect(codes).toContain("other-round");
  });

  test("37c: a start that was moved until a round suits needs a commitment nobody was promised", async () => {
    const { startAtMs } = record.commitment;
    const moved = publish(recommit({ startAtMs: startAtMs - 60_000 }));
    const { verdict, codes } = await judge(moved);
    expect(verdict).toBe("tampered");
    expect(codes).toEqual(expect.arrayContaining(["other-commitment", "freeze-differs"]));
  });

  test("37c: a round with a false time is found where the beacon's schedule is public", async () => {
    const chain = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
    const round = 35_732_213;
    const roundAtMs = 1_692_803_367_000 + (round - 1) * 3_000;
    const url = `https://api.drand.sh/${chain}/public/${round}`;
    const commitTo = (claimedAtMs: number) => {
      const startAtMs = claimedAtMs - 9_000;
      const source: DrawSource = {
        type: "http-beacon",
        urls: [url],
        field: "randomness",
        round,
        roundAtMs: claimedAtMs,
      };
      const again = recommit({ startAtMs, source });
      const { groups } = record;
      const draw = commitmentHash({ ...record.commitment, startAtMs, source }, hash);
      const frozenAtMs = startAtMs + 3_000;
      const freeze = freezeDraw({ draw, groups, frozenAtMs, hash, sign });
      const value = "cd".repeat(32);
      const receivedAtMs = claimedAtMs + 500;
      const beacon: Beacon = { type: "http-beacon", url, round, value, receivedAtMs };
      const given = { receipts: [freezeText(freeze)], beaconValue: value };
      return judge(publish({ ...again, freeze, beacon }), given);
    };
    expect(await commitTo(roundAtMs)).toMatchObject({ verdict: "provable", codes: [] });
    const late = await commitTo(roundAtMs + 60_000);
    expect(late).toMatchObject({ verdict: "tampered", codes: ["round-time-false"] });
  });

  test("37c: several beacons or rounds in one commitment would be a choice", async () => {
    const { source } = record.commitment;
    if (source.type !== "http-beacon") throw new Error("The draw has a beacon.");
    const urls = [...source.urls, "https://beacon.example/public/1001"];
    const file = publish(recommit({ source: { ...source, urls } }));
    const { verdict, codes } = await judge(file, { receipts: [] });
    expect(verdict).toBe("not-provable");
    expect(codes).toContain("addresses-differ");
  });

  test("37d: joins invented after the beacon differ from the freeze that pages kept", async () => {
    const { verdict, codes } = await judge(publish(withGhosts(464)));
    expect(verdict).toBe("tampered");
    expect(codes).toContain("freeze-differs");
  });

  test("37d: joins left out after the beacon hold signed receipts", async () => {
    const groups = record.groups.slice(1);
    const draw = commitmentHash(record.commitment, hash);
    const freeze = freezeDraw({ ...record.freeze, draw, groups, hash, sign });
    const { verdict, codes } = await judge(publish({ groups, freeze }), {
      receipts: [firstReceipt],
    });
    expect(verdict).toBe("tampered");
    expect(codes).toContain("receipt-left-out");
  });

  test("37d: two freezes of one draw cannot both be the published one", async () => {
    const { freeze = record.freeze } = withGhosts(3);
    const { codes } = await judge(held.file, { receipts: [keptFreeze, freezeText(freeze)] });
    expect(codes).toContain("freeze-differs");
  });

  test("37d: a freeze after the round is not provable", async () => {
    const { groups } = record;
    const draw = commitmentHash(record.commitment, hash);
    const frozenAtMs = record.commitment.startAtMs + 9_000;
    const freeze = freezeDraw({ draw, groups, frozenAtMs, hash, sign });
    const { verdict, codes } = await judge(publish({ freeze }), { receipts: [freezeText(freeze)] });
    expect(verdict).toBe("not-provable");
    expect(codes).toContain("frozen-after-round");
  });

  test("38: ghosts from before the freeze are members: N, which is reported, counts them", async () => {
    const ghosts = withGhosts(300);
    const receipts = [freezeText(ghosts.freeze ?? record.freeze), firstReceipt];
    const file = new TextEncoder().encode(publish(ghosts));
    const { publicKey } = operator;
    const result = await verifyPublishedDraw({ file, publicKey, receipts, beaconValue });
    expect(result.verdict).toBe("provable");
    expect(result.draw?.members).toBe(900);
  });

  test("39: another permutation than the committed rule is no published draw", async () => {
    const { codes } = await judge(held.file.replace("swap-or-not-90", "feistel-4"));
    expect(codes).toEqual(["file-unreadable"]);
  });

  test("40: members were fixed no earlier than 3 s after the start, with joins from before it", async () => {
    const { groups } = record;
    const draw = commitmentHash(record.commitment, hash);
    const { startAtMs } = record.commitment;
    const early = freezeDraw({ draw, groups, frozenAtMs: startAtMs + 2_999, hash, sign });
    const atOnce = await judge(publish({ freeze: early }), { receipts: [freezeText(early)] });
    expect(atOnce.codes).toContain("frozen-too-early");
    const joins = [{ queueId: "late", joinedAtMs: startAtMs }];
    const late = signGroup({ draw, firstIndex: 601, joins, hash, sign });
    const all = [...groups, late.group];
    const freeze = freezeDraw({ ...record.freeze, draw, groups: all, hash, sign });
    const receipts = [freezeText(freeze), ...late.receipts];
    const { verdict, codes } = await judge(publish({ groups: all, freeze }), { receipts });
    expect({ verdict, codes }).toMatchObject({ verdict: "tampered" });
    expect(codes).toContain("joined-after-start");
  });

  test("another secret, a false N and overlapping groups do not hold together", async () => {
    const other = await judge(publish({ secret: new Uint8Array(32) }));
    expect(other.codes).toContain("secret-differs");
    const { groups } = record;
    const short = await judge(publish({ groups: groups.slice(0, -1) }));
    expect(short.codes).toEqual(
      expect.arrayContaining(["members-differ", "root-differs", "freeze-signature"]),
    );
    const turned = await judge(publish({ groups: groups.toReversed() }));
    expect(turned.codes).toContain("groups-overlap");
  });

  test("a false label is found, whichever way it lies", async () => {
    const claims = '"label":"provable","reason":null';
    const denies = '"label":"not-provable","reason":"beacon-silent"';
    const relabelled = await judge(held.file.replace(claims, denies));
    expect(relabelled.codes).toContain("label-false");
    const silent = publish({ beacon: { type: "none" } }).replace(denies, claims);
    expect((await judge(silent)).codes).toContain("label-false");
  });
});
