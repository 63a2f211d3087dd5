import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { toHex } from "@/lib/domain/draw/bytes";
import {
  type Commitment,
  commitmentHash,
  commitmentText,
  createCommitment,
  signCommitment,
} from "@/lib/domain/draw/commitment";
import { exclude } from "@/lib/domain/draw/exclusions";
import { laneOfGroup } from "@/lib/domain/draw/group";
import type { Lanes } from "@/lib/domain/lane/lane";
import { MARKS } from "@/lib/domain/score/marks";
import { scoreOf } from "@/lib/domain/score/score";
import { publishCodes } from "@/lib/line/commands/access-codes";
import { findPlace } from "@/lib/line/commands/find-place";
import { readMarks } from "@/lib/line/commands/marks";
import { closeGroups, readGroups, settleDraw } from "@/lib/line/commands/run-draw";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { drawHash } from "@/lib/secrets/draw-hash";
import { createDrawSigner, createDrawSigners } from "@/lib/secrets/draw-signer";
import { parseMasterKey } from "@/lib/secrets/seal";
import { openTestEvent, passTime, testSettings } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { newPlace, placeAfterDraw } from "@/waiting-room/place/place";
import { EventLine } from "./event-line";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const master = parseMasterKey(randomBytes(32).toString("base64url"));
const signer = createDrawSigner(master);
const signers = createDrawSigners([master]);
const START_MS = 3_600_000;
const SUSPECT = MARKS.headless | MARKS.duplicateIdentity;
const FROM_SCORE = 60;
const KEY = Buffer.alloc(32, 7);

const lane = (key: string, weight: number) => ({
  key,
  name: key,
  weight,
  fromRelativeQuality: null,
});
const CHANCES: Lanes = {
  mode: "weighted",
  defaultLane: "main",
  lanes: [lane("vip", 90), lane("main", 10)],
};

type Rules = Partial<Pick<Commitment, "exclusion" | "lanes">>;

/** The line of an event in its pre-queue, an hour before its start. */
async function open(rules: Rules, chances: Lanes | null = null) {
  const startAtMs = Date.now() + START_MS;
  const plain = testSettings({ kind: "scheduled", startAtMs, preQueueMinutes: 1_440 });
  const { customerId, eventId } = plain;
  const promised = createCommitment(
    {
      ...{ customerId, eventId, runId: "1", startAtMs, ...rules },
      source: { type: "none" },
      secret: randomBytes(32),
    },
    drawHash,
  );
  const draw = {
    commitment: commitmentText(promised),
    hash: toHex(commitmentHash(promised, drawHash)),
    signature: toHex(signCommitment(promised, signer.sign)),
    publicKey: signer.publicKey,
  };
  const settings = await openTestEvent(redis, { ...plain, draw, chances });
  const process = async () => {
    const line = new EventLine(redis, settings, randomUUID(), signers);
    await line.refresh();
    return line;
  };
  const line = await process();
  const start = async () => {
    await passTime(redis, settings, START_MS + 3_500);
    await line.refresh();
  };
  return { settings, line, start, process };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function joinAs(
  line: EventLine,
  request: { lane?: number; joinId?: Buffer; marks?: number },
) {
  const outcome = await line.join({ lane: 0, joinId: randomBytes(16), ...request });
  if (outcome.type !== "joined") throw new Error(`The join was ${outcome.type}.`);
  return outcome;
}

/** Closes the members and settles their draw as the worker does. */
async function settle(
  { settings, start, line }: Opened,
  { weights = [1], action }: { weights?: readonly number[]; action: "last" | "drop" },
) {
  await start();
  const startAtMs = settings.startAtMs ?? 0;
  const closed = await closeGroups(redis, settings, {
    notBeforeMs: startAtMs + 3_000,
    latestMs: startAtMs + 5_000,
  });
  if (closed.status !== "CLOSED") throw new Error(`Closing answered ${closed.status}.`);
  const { groups, lastIndex } = closed;
  const marksOf = await readMarks(redis, settings, groups);
  const excluded = exclude(groups, (index) => scoreOf(marksOf(index)).score >= FROM_SCORE);
  const rules = { weights, action, excluded };
  const settled = await settleDraw(redis, settings, {
    decided: { key: KEY, groups, lastIndex, rules },
    isAgain: false,
  });
  expect(settled.status).toBe("OK");
  await line.refresh();
  return { excluded, groups };
}

const placeOf = (number: number) =>
  newPlace({ runId: 1, lane: 0, number, queueId: randomUUID(), joinedAtMs: 0 });
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const isSuspect = (number: number) => number % 4 === 0;

/** Forty join, each fourth of them under suspicion. */
async function joinForty(line: EventLine) {
  for (const number of upTo(40)) {
    const joined = await joinAs(line, isSuspect(number) ? { marks: SUSPECT } : {});
    expect(joined.number).toBe(number);
    expect(joined.ticket?.receipt).toMatch(/^sr1\./);
  }
}

test("places with a high score are drawn behind all others, and those who come later are not touched", async () => {
  const opened = await open({ exclusion: { action: "last", fromScore: FROM_SCORE } });
  const { line } = opened;
  await joinForty(line);
  const { excluded } = await settle(opened, { action: "last" });
  const late = await joinAs(line, { marks: SUSPECT });
  expect(excluded).toEqual(
    upTo(40)
      .filter(isSuspect)
      .map((firstIndex) => ({ firstIndex, count: 1 })),
  );
  const numbers = upTo(40).map((index) => placeAfterDraw(placeOf(index), line.drawn)?.number ?? 0);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(upTo(40));
  upTo(40).forEach((index) => {
    expect((numbers[index - 1] ?? 0) > 30).toBe(isSuspect(index));
  });
  for (const index of upTo(40)) {
    // What was noticed is found by the number of the join, and by the one that the place has now.
    const now = { runId: 1, lane: 0, number: numbers[index - 1] ?? 0, isNow: true };
    const found = await findPlace(redis, opened.settings, now);
    expect(found?.marks).toBe(isSuspect(index) ? SUSPECT : 0);
  }
  expect(placeAfterDraw(placeOf(late.number), line.drawn)?.number).toBe(late.number);
  expect(late.number).toBe(41);
});

test("dropped places have no number, and nobody waits for them", async () => {
  const opened = await open({ exclusion: { action: "drop", fromScore: FROM_SCORE } });
  const { line, settings } = opened;
  await joinForty(line);
  await settle(opened, { action: "drop" });
  expect(line.lane(0)?.holes).toEqual([[31, 40]]);
  const other = await opened.process();
  for (const index of upTo(40)) {
    const place = placeAfterDraw(placeOf(index), line.drawn);
    expect(place === null).toBe(isSuspect(index));
    expect(placeAfterDraw(placeOf(index), other.drawn)?.number).toBe(place?.number);
    const found = await findPlace(redis, settings, { runId: 1, lane: 0, number: index });
    expect(found?.state).toBe(isSuspect(index) ? "dropped" : "waiting");
    expect(found?.marks).toBe(isSuspect(index) ? SUSPECT : 0);
    if (!isSuspect(index)) expect(found?.number).toBe(place?.number);
  }
  expect((await joinAs(line, {})).number).toBe(41);
});

test("until the draw the line says the same of everybody", async () => {
  const opened = await open({ exclusion: { action: "drop", fromScore: FROM_SCORE } });
  const [honest, suspect] = [
    await joinAs(opened.line, {}),
    await joinAs(opened.line, { marks: SUSPECT }),
  ];
  await opened.start();
  for (const { number } of [honest, suspect]) {
    expect(placeAfterDraw(placeOf(number), opened.line.drawn)).toEqual(
      expect.objectContaining({ number, drawIndex: null }),
    );
    const found = await findPlace(redis, opened.settings, { runId: 1, lane: 0, number });
    expect(found?.state).toBe("waiting");
  }
  expect(Object.keys(honest)).toEqual(Object.keys(suspect));
});

test("marks that a loss took exclude fewer, and nobody else", async () => {
  const opened = await open({ exclusion: { action: "drop", fromScore: FROM_SCORE } });
  await joinForty(opened.line);
  await redis.setrange(eventKeys(opened.settings).marks, 1, "\0".repeat(20));
  const { excluded } = await settle(opened, { action: "drop" });
  expect(excluded.map(({ firstIndex }) => firstIndex)).toEqual(
    upTo(40).filter((index) => index > 20 && isSuspect(index)),
  );
});

test("a process of the version before finds no numbers that it would misread", async () => {
  const opened = await open({ exclusion: { action: "drop", fromScore: FROM_SCORE } });
  await joinForty(opened.line);
  await settle(opened, { action: "drop" });
  // It takes this field for the key of one permutation of all members.
  expect(await redis.hget(eventKeys(opened.settings).drawOrder, "key")).toBe("");
});

test("in a lottery all lanes share one line, and each receipt says in which lane the chance is", async () => {
  const lanes = CHANCES.lanes.map(({ key, weight }) => ({ key, weight }));
  const opened = await open({ lanes }, CHANCES);
  const { line, settings } = opened;
  expect(line.state?.lanes).toHaveLength(1);
  const repeated = randomBytes(16);
  const joined = await Promise.all([
    ...upTo(30).map(() => joinAs(line, { lane: 0 })),
    ...upTo(69).map(() => joinAs(line, { lane: 1 })),
    joinAs(line, { lane: 1, joinId: repeated }),
  ]);
  expect(new Set(joined.map(({ number }) => number))).toEqual(new Set(upTo(100)));
  const kinds = joined.map(({ ticket }) => ticket?.receipt?.slice(0, 4));
  expect(kinds).toEqual([...upTo(30).map(() => "sr1."), ...upTo(70).map(() => "sr2.")]);
  // Another process makes the same receipt of a repeated join from what the line keeps, whatever lane it names.
  const other = await opened.process();
  const again = await joinAs(other, { lane: 0, joinId: repeated });
  expect(again).toMatchObject({ number: joined[99]?.number, ticket: joined[99]?.ticket });
  const groups = await readGroups(redis, settings);
  const members = (wanted: number) =>
    groups
      .filter((group) => laneOfGroup(group) === wanted)
      .reduce((sum, { count }) => sum + count, 0);
  expect([members(0), members(1)]).toEqual([30, 70]);
  await settle(opened, { weights: [90, 10], action: "last" });
  const numbers = joined.map(
    ({ number }) => placeAfterDraw(placeOf(number), line.drawn)?.number ?? 0,
  );
  expect(numbers.toSorted((a, b) => a - b)).toEqual(upTo(100));
  const mean = (some: readonly number[]) =>
    some.reduce((sum, number) => sum + number, 0) / some.length;
  // Nine tenths of the chance for three tenths of the members: the key of the test is fixed.
  expect(mean(numbers.slice(0, 30))).toBeLessThan(mean(numbers.slice(30)) - 15);
});

test("in a lottery a token and an access code give a chance, the same each time they are shown", async () => {
  const lanes = CHANCES.lanes.map(({ key, weight }) => ({ key, weight }));
  const { line, settings, process } = await open({ lanes }, CHANCES);
  const code = {
    id: "a1",
    uses: 1,
    lane: { key: CHANCES.lanes[1]?.key ?? "", index: 1 },
    usedAtMs: 0,
  };
  await publishCodes(redis, settings, [code]);
  const other = await process();
  const none = { tokenKey: "", tokenId: "", codeId: "" };
  for (const [lane, right, kind] of [
    [0, { ...none, tokenKey: "k0" }, "sr1."],
    [1, { ...none, tokenKey: "k1" }, "sr2."],
    [0, { ...none, codeId: "a1" }, "sr2."],
  ] as const) {
    const request = { lane, joinId: randomBytes(16), queueId: randomUUID(), ...right };
    const outcome = await line.joinWithCredential(request);
    expect(outcome).toMatchObject({ type: "placed", lane: 0 });
    const receipt = outcome.type === "placed" ? outcome.ticket?.receipt : null;
    expect(receipt?.slice(0, 4)).toBe(kind);
    // A lottery has no second chance: whoever shows it again, with another lane, has what they had.
    const again = await other.joinWithCredential({ ...request, lane: 1 - lane });
    expect(again).toEqual(outcome);
  }
});
