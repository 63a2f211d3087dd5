import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { verifyPublishedDraw } from "@/lib/domain/draw/verifier/verify-published-draw";
import { CALM, type Protection } from "@/lib/domain/protection/protection";
import { MARKS } from "@/lib/domain/score/marks";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { readPublishedDraw } from "@/lib/line/commands/run-draw";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { createDrawSigners } from "@/lib/secrets/draw-signer";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { advanceDraws } from "@/lib/services/event/draw/advance";
import { checkpointDraws } from "@/lib/services/event/draw/checkpoint";
import { readDrawView } from "@/lib/services/event/draw/draw-view";
import { createEvent } from "@/lib/services/event/manage/create";
import { updateEvent } from "@/lib/services/event/manage/update";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { startTestBeacon } from "@/test/beacon";
import { createTestCustomer, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { EventLine } from "@/waiting-room/line/event-line";
import { newPlace, placeAfterDraw } from "@/waiting-room/place/place";

const ROUND = 1_000;
const SUSPECT = MARKS.headless | MARKS.duplicateIdentity;
const VALUE = "ab".repeat(32);

const redis = connectRedis(testRedisUrl());
let source: Awaited<ReturnType<typeof startTestBeacon>>;
beforeAll(async () => {
  vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "127.0.0.1");
  await waitForRedis(redis, 5_000);
  source = await startTestBeacon(ROUND);
});
afterAll(async () => {
  source.close();
  await redis.quit();
  await disconnectDb();
});

const LANES = {
  mode: "weighted",
  defaultLane: "main",
  lanes: [
    { key: "vip", name: "Members", weight: 80, fromRelativeQuality: null },
    { key: "main", name: "Everybody", weight: 20, fromRelativeQuality: null },
  ],
} as const;

/** An open event whose pre-queue has begun, with its line in this process. */
async function openDrawn(protection: Protection | null, settings: object = {}) {
  const context = await createTestCustomer();
  const startAtMs = Math.ceil(Date.now() / 60_000) * 60_000 + 2 * 3_600_000;
  const roundAtMs = startAtMs + 9_000;
  const { url } = source;
  await createEvent(context, {
    eventId: "sale",
    name: "Sale",
    kind: "scheduled",
    startLocal: new Date(startAtMs).toISOString().slice(0, 16),
    preQueueMinutes: 1_440,
    outflowPerMinute: 12_000,
    targetUrl: "https://shop.example/tickets",
    draw: { type: "http-beacon", urls: [url], field: "randomness", round: ROUND, roundAtMs },
    protection,
    ...settings,
  });
  await startTestEvent(context, { eventId: "sale" });
  const row = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  await reconcileEvent(redis, row.id);
  const published = await readPublishedEvent(redis, context.customer.wireId, "sale");
  if (published === null) throw new Error("The event is not published.");
  const signers = createDrawSigners(masterKeysFromEnvironment());
  const line = new EventLine(redis, published, "test", signers);
  await line.refresh();
  return { context, row, settings: published, line, startAtMs };
}

type Opened = Awaited<ReturnType<typeof openDrawn>>;

async function moveTo({ settings, line, startAtMs }: Opened, afterStartMs: number) {
  await line.refresh();
  const passMs = startAtMs + afterStartMs - line.clock.heardLineMs;
  await redis.hincrby(eventKeys(settings).line, "correctionMs", passMs);
  await line.refresh();
}

async function join(line: EventLine, marks = 0, lane = 0) {
  const outcome = await line.join({ lane, joinId: randomBytes(16), marks });
  if (outcome.type !== "joined") throw new Error(`The join was ${outcome.type}.`);
  const { number, ticket } = outcome;
  return { number, lane, receipt: ticket?.receipt ?? "", isSuspect: marks > 0 };
}

/** Freezes, lets the beacon speak and draws; answers the freeze that pages kept. */
async function draw(opened: Opened): Promise<string> {
  await moveTo(opened, 3_500);
  await advanceDraws(redis);
  await opened.line.refresh();
  const freeze = opened.line.state?.drawFreeze ?? "";
  source.beacon.value = VALUE;
  await moveTo(opened, 9_500);
  await advanceDraws(redis);
  source.beacon.value = null;
  await opened.line.refresh();
  return freeze;
}

async function verify({ settings }: Opened, receipts: readonly string[]) {
  const published = await readPublishedDraw(redis, settings);
  if (published?.file === undefined) throw new Error("The draw is not published.");
  const publicKey = new Uint8Array(Buffer.from(published.publicKey, "base64url"));
  const file = new TextEncoder().encode(published.file);
  return verifyPublishedDraw({ file, publicKey, receipts, beaconValue: VALUE });
}

function numberOf({ line }: Opened, number: number): number | null {
  const place = newPlace({ runId: 1, lane: 0, number, queueId: "q", joinedAtMs: 0 });
  return placeAfterDraw(place, line.drawn)?.number ?? null;
}

const deferred = (action: "last" | "drop"): Protection => ({
  ...CALM,
  deferred: { action, fromScore: 60 },
});

async function joinTwenty(line: EventLine) {
  const joined = [];
  for (let at = 0; at < 20; at += 1) joined.push(await join(line, at % 5 === 0 ? SUSPECT : 0));
  return joined;
}

test.each(["last", "drop"] as const)(
  "suspicious places are drawn with the action %s, and every receipt proves it",
  async (action) => {
    const opened = await openDrawn(deferred(action));
    const joined = await joinTwenty(opened.line);
    const freeze = await draw(opened);
    expect(freeze).toMatch(/^sf2\./);
    const receipts = joined.map(({ receipt }) => receipt);
    const { verdict, places, draw: drawn } = await verify(opened, [freeze, ...receipts]);
    expect(verdict).toBe("provable");
    expect(drawn?.exclusion).toEqual({ action, fromScore: 60, members: 4 });
    expect(places.map(({ isExcluded }) => isExcluded)).toEqual(
      joined.map(({ isSuspect }) => isSuspect),
    );
    expect(joined.map(({ number }) => numberOf(opened, number))).toEqual(
      places.map(({ place }) => place),
    );
    for (const { isExcluded, place } of places) {
      if (!isExcluded) expect(place).toBeLessThanOrEqual(16);
      else if (action === "drop") expect(place).toBeNull();
      else expect(place).toBeGreaterThan(16);
    }
    const view = await readDrawView(opened.row, opened.settings.customerId);
    expect(view?.frozen).toMatchObject({ members: 20, excluded: 4 });
  },
);

test("what is noticed after the freeze, or lost after it, changes nothing", async () => {
  const opened = await openDrawn(deferred("drop"));
  const joined = await joinTwenty(opened.line);
  await moveTo(opened, 3_500);
  await advanceDraws(redis);
  const { marks } = eventKeys(opened.settings);
  await redis.set(marks, Buffer.alloc(40, SUSPECT));
  const freeze = await draw(opened);
  const lines = [freeze, ...joined.map(({ receipt }) => receipt)];
  const { verdict, places } = await verify(opened, lines);
  expect(verdict).toBe("provable");
  expect(places.filter(({ isExcluded }) => isExcluded)).toHaveLength(4);
});

test("a total loss before the freeze excludes fewer, and the draw holds", async () => {
  const opened = await openDrawn(deferred("drop"));
  const joined = await joinTwenty(opened.line);
  await checkpointDraws(redis);
  const { marks, drawGroups } = eventKeys(opened.settings);
  await redis.del(marks);
  await redis.zremrangebyscore(drawGroups, 1, "+inf");
  const freeze = await draw(opened);
  const lines = [freeze, ...joined.map(({ receipt }) => receipt)];
  const { verdict, places, draw: drawn } = await verify(opened, lines);
  expect(verdict).toBe("provable");
  expect(drawn?.exclusion?.members).toBe(0);
  expect(places.map(({ place }) => place).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
    joined.map((_, at) => at + 1),
  );
});

test("a lottery by lanes is promised, drawn and proven", async () => {
  const protection = { ...deferred("last"), lottery: { isWeighted: true } };
  const opened = await openDrawn(protection, { lanes: LANES });
  expect(opened.settings.lanes.lanes).toHaveLength(1);
  expect(opened.line.joinedLane).toBe(1);
  const joined = await Promise.all([
    ...Array.from({ length: 10 }, () => join(opened.line, 0, 0)),
    ...Array.from({ length: 10 }, () => join(opened.line, 0, 1)),
    join(opened.line, SUSPECT, 0),
  ]);
  const freeze = await draw(opened);
  const lines = [freeze, ...joined.map(({ receipt }) => receipt)];
  const { verdict, places, draw: drawn } = await verify(opened, lines);
  expect(verdict).toBe("provable");
  expect(drawn?.lanes).toEqual([
    { key: "vip", weight: 80 },
    { key: "main", weight: 20 },
  ]);
  expect(joined.map(({ number }) => numberOf(opened, number))).toEqual(
    places.map(({ place }) => place),
  );
  expect(places.at(-1)).toMatchObject({ place: 21, isExcluded: true });
  const view = await readDrawView(opened.row, opened.settings.customerId);
  expect(view).toMatchObject({ lanes: drawn?.lanes, exclusion: { action: "last" } });
});

test("a draw without such rules is promised and published in version 1, as ever", async () => {
  const opened = await openDrawn(CALM);
  const joined = await joinTwenty(opened.line);
  const freeze = await draw(opened);
  expect(freeze).toMatch(/^sf1\./);
  const published = await readPublishedDraw(redis, opened.settings);
  expect(published?.file).toMatch(/^\{"v":1,"commitment":\{"v":1,/);
  const lines = [freeze, ...joined.map(({ receipt }) => receipt)];
  const { verdict, places } = await verify(opened, lines);
  expect(verdict).toBe("provable");
  expect(new Set(places.map(({ place }) => place)).size).toBe(20);
});

test("what the draw promises does not change while the event is open", async () => {
  const { context } = await openDrawn(deferred("last"));
  const change = (protection: Protection | null) =>
    updateEvent(context, { eventId: "sale", protection });
  for (const changed of [
    deferred("drop"),
    { ...CALM, deferred: { action: "last" as const, fromScore: 61 } },
    CALM,
    null,
  ])
    await expect(change(changed)).rejects.toMatchObject({ code: "precondition_failed" });
  // What has nothing to do with the draw does.
  const calm = deferred("last");
  await change({ ...calm, score: { ...calm.score, refuseFrom: 90 } });
});
