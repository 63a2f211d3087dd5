import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { DrawSource } from "@/lib/domain/draw/draw-source";
import { verifyPublishedDraw } from "@/lib/domain/draw/verifier/verify-published-draw";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { readAdmissions } from "@/lib/line/commands/admissions";
import type { EventRef } from "@/lib/line/keys";
import { eventKeys } from "@/lib/line/keys";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { advanceDraws } from "@/lib/services/event/draw/advance";
import { checkpointDraws, republishDraws } from "@/lib/services/event/draw/checkpoint";
import { typeDrawValue } from "@/lib/services/event/draw/type-value";
import { createEvent } from "@/lib/services/event/manage/create";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { ServiceContext } from "@/lib/services/ground/context";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { createSecret } from "@/lib/services/sites/secret/create";
import { startTestBeacon } from "@/test/beacon";
import { auditSentences, createTestCustomer, startedRef, startTestEvent } from "@/test/customer";
import { startTestRoom } from "@/test/waiting-room";
import type { EventLine } from "@/waiting-room/line/event-line";

const ROUND = 1_000;
const MEMBERS = 200;

const tested = startTestRoom(masterKeysFromEnvironment()[0]);
const { call, cookieOf, id, redis, context } = tested;
let source: Awaited<ReturnType<typeof startTestBeacon>>;
beforeAll(async () => {
  vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "127.0.0.1");
  source = await startTestBeacon(ROUND);
});
afterAll(async () => {
  source.close();
  await disconnectDb();
});

type Visitor = {
  joinId: string;
  cookie: string;
  number: number;
  receipt: string | null;
};

/** An open event whose pre-queue has begun; its start is two hours away in line time. */
async function openDrawn(choose: (startAtMs: number) => DrawSource) {
  const context = await createTestCustomer();
  const startAtMs = Math.ceil(Date.now() / 60_000) * 60_000 + 2 * 3_600_000;
  await createEvent(context, {
    eventId: "sale",
    name: "Sale",
    kind: "scheduled",
    startLocal: new Date(startAtMs).toISOString().slice(0, 16),
    preQueueMinutes: 1_440,
    outflowPerMinute: 12_000,
    targetUrl: "https://shop.example/tickets",
    draw: choose(startAtMs),
    // All of them come from one address.
    protection: null,
  });
  await startTestEvent(context, { eventId: "sale" });
  await createSecret(context);
  const row = await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } });
  await reconcileEvent(redis, row.id);
  return new Opened(context, { ...startedRef(context), rowId: row.id }, startAtMs);
}

const httpBeacon = (startAtMs: number): DrawSource => ({
  type: "http-beacon",
  urls: [source.url],
  field: "randomness",
  round: ROUND,
  roundAtMs: startAtMs + 9_000,
});

class Opened {
  readonly base: string;
  readonly context: ServiceContext;
  readonly event: EventRef & { readonly rowId: string };
  readonly startAtMs: number;

  constructor(context: ServiceContext, event: Opened["event"], startAtMs: number) {
    this.context = context;
    this.event = event;
    this.startAtMs = startAtMs;
    this.base = `/line/${event.customerId}/${event.eventId}`;
  }

  /** Puts line time so many milliseconds after the start, and lets this process hear of it. */
  async moveTo(afterStartMs: number): Promise<void> {
    const line = await this.line();
    await line.refresh();
    const passMs = this.startAtMs + afterStartMs - line.clock.heardLineMs;
    await redis.hincrby(eventKeys(this.event).line, "correctionMs", passMs);
    await line.refresh();
  }

  /** The moment from which those who were drawn are called. */
  async moveToOpening(): Promise<void> {
    const { draw } = await this.shown();
    await this.moveTo((draw?.opensAt ?? 0) - this.startAtMs + 1);
  }

  async line() {
    const line = await context.lines.find(this.event);
    if (line === null) throw new Error("The event is not known.");
    return line;
  }

  async advance(): Promise<void> {
    await advanceDraws(redis);
    await (await this.line()).refresh();
  }

  async shown(): Promise<PublicLine> {
    const reply = await call("GET", `${this.base}/1/line.json`);
    return JSON.parse(reply.body);
  }

  async join(joinId = id()): Promise<Visitor> {
    const reply = await call("POST", `${this.base}/join`, { form: { joinId } });
    const { number, receipt = null } = JSON.parse(reply.body);
    return { joinId, cookie: cookieOf(reply), number, receipt };
  }

  joinMany(count: number): Promise<Visitor[]> {
    return Promise.all(Array.from({ length: count }, () => this.join()));
  }

  /** Checks in, takes the new cookie, and answers the number that the visitor has now. */
  async checkIn(visitor: Visitor): Promise<number> {
    const headers = { cookie: visitor.cookie };
    const reply = await call("GET", `${this.base}/status`, { headers });
    const cookie = cookieOf(reply);
    const kept = visitor.cookie.split("; ").filter((part) => part.includes("-receipt_"));
    if (cookie !== "") visitor.cookie = [cookie, ...kept].join("; ");
    return JSON.parse(reply.body).number;
  }

  async enter(visitor: Visitor): Promise<string> {
    const headers = { cookie: visitor.cookie };
    const reply = await call("POST", `${this.base}/enter`, { headers, form: { claim: id() } });
    return JSON.parse(reply.body).status;
  }

  async file() {
    const reply = await call("GET", `/draw/${this.event.customerId}/sale/1`);
    return { status: reply.status, text: reply.body };
  }

  async verify(lines: readonly string[], beaconValue: string | null = null) {
    const path = `/draw/${this.event.customerId}/sale/1`;
    const commitment = JSON.parse((await call("GET", `${path}/commitment`)).body);
    return verifyPublishedDraw({
      file: new TextEncoder().encode((await this.file()).text),
      publicKey: new Uint8Array(Buffer.from(commitment.publicKey, "base64url")),
      receipts: lines,
      beaconValue,
    });
  }

  /** Freezes, lets the beacon speak and draws; answers the freeze that pages kept. */
  async draw(value: string): Promise<string> {
    await this.moveTo(3_500);
    await this.advance();
    const freeze = (await this.shown()).draw?.freeze ?? "";
    source.beacon.value = value;
    await this.moveTo(9_500);
    await this.advance();
    source.beacon.value = null;
    return freeze;
  }

  /** The numbers that were admitted, in the order of admission. */
  async admissions(): Promise<number[]> {
    const { admissions } = await readAdmissions(redis, this.event, "0-0", 1_000);
    return admissions.map(({ queueNumber }) => queueNumber);
  }
}

const receiptsOf = (visitors: readonly Visitor[]) =>
  visitors.flatMap(({ receipt }) => (receipt === null ? [] : [receipt]));
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const ascending = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

test("before the draw everybody else may buy first, whatever number a visitor has", async () => {
  const opened = await openDrawn(httpBeacon);
  const [first] = await opened.joinMany(3);
  const line = await opened.line();
  const headers = { cookie: first?.cookie ?? "" };
  const words: unknown[] = [];
  for (const units of [2, 3]) {
    await line.reportStock({ kind: "units", units, sales: [] });
    await line.refresh();
    const status = await call("GET", `${opened.base}/status`, { headers });
    words.push(JSON.parse(status.body).stockMayEnd);
  }
  expect(words).toEqual([true, undefined]);
});

test("two hundred early visitors are drawn, each receipt proves its place, and they enter by it", async () => {
  const value = randomBytes(32).toString("hex");
  const opened = await openDrawn(httpBeacon);
  const visitors = await opened.joinMany(MEMBERS);
  expect(receiptsOf(visitors)).toHaveLength(MEMBERS);
  const before = await opened.shown();
  expect(before).toMatchObject({ phase: "pre-queue", draw: { freeze: "", opensAt: 0 } });

  await opened.moveTo(500);
  const late = await opened.joinMany(5);
  expect(receiptsOf(late)).toEqual([]);
  expect((await opened.shown()).phase).toBe("drawing");
  expect((await opened.file()).status).toBe(404);

  const freeze = await opened.draw(value);
  expect(freeze).toMatch(/^sf1\./);
  const drawn = await opened.shown();
  expect(drawn).toMatchObject({ phase: "drawing", serving: 0 });
  const numbers = await Promise.all(visitors.map((visitor) => opened.checkIn(visitor)));
  expect(ascending(numbers)).toEqual(upTo(MEMBERS));
  expect(numbers).not.toEqual(ascending(numbers));
  const lateNumbers = await Promise.all(late.map((visitor) => opened.checkIn(visitor)));
  expect(Math.min(...lateNumbers)).toBeGreaterThan(MEMBERS);
  expect(lateNumbers).toEqual(late.map(({ number }) => number));

  const result = await opened.verify([...receiptsOf(visitors), freeze], value);
  expect(result.verdict).toBe("provable");
  expect(result.places.map(({ place }) => place)).toEqual(numbers);
  expect(await Promise.all(visitors.map((visitor) => opened.enter(visitor)))).not.toContain(
    "admitted",
  );

  await opened.moveToOpening();
  expect((await opened.shown()).phase).toBe("running");
  const all = [...visitors, ...late];
  for (const { cookie } of all) await call("POST", `${opened.base}/near`, { headers: { cookie } });
  const waiting = new Set(all);
  for (let step = 1; waiting.size > 0 && step < 40; step += 1) {
    await opened.moveTo(16_500 + step * 500);
    const { serving } = await opened.shown();
    for (const visitor of waiting) {
      const number = await opened.checkIn(visitor);
      if (number <= serving && (await opened.enter(visitor)) === "admitted")
        waiting.delete(visitor);
    }
  }
  expect(waiting.size).toBe(0);
  expect(ascending(await opened.admissions())).toEqual(ascending([...numbers, ...lateNumbers]));
});

test("the commitment is published before the first join, and names the draw in every receipt", async () => {
  const opened = await openDrawn(httpBeacon);
  const path = `/draw/${opened.event.customerId}/sale/1/commitment`;
  const { commitment, hash } = JSON.parse((await call("GET", path)).body);
  expect(JSON.parse(commitment)).toMatchObject({ runId: "1", startAtMs: opened.startAtMs });
  expect((await opened.shown()).draw?.commitment).toBe(hash);
  const { receipt } = await opened.join();
  const bytes = Buffer.from((receipt ?? "").slice("sr1.".length), "base64url");
  expect(bytes.subarray(0, 32).toString("hex")).toBe(hash);
});

test("neither draw nor start of an open event can be changed, and none can be added", async () => {
  const opened = await openDrawn(httpBeacon);
  await opened.join();
  const { context } = opened;
  const later = new Date(opened.startAtMs + 600_000).toISOString().slice(0, 16);
  const typed = { type: "typed", name: "Lottery" } as const;
  for (const change of [{ draw: typed }, { draw: null }, { draw: typed, startLocal: later }]) {
    await expect(updateEvent(context, { eventId: "sale", ...change })).rejects.toMatchObject({
      code: "precondition_failed",
    });
  }
  expect(await db().draw.count({ where: { run: { eventId: opened.event.rowId } } })).toBe(1);
});

test("a repeated join is the same member with the same receipt, also through another process", async () => {
  const opened = await openDrawn(httpBeacon);
  const visitors = await opened.joinMany(20);
  for (const first of visitors.slice(0, 5)) {
    const again = await opened.join(first.joinId);
    expect(again).toMatchObject({ number: first.number, receipt: first.receipt });
  }
  await opened.draw(randomBytes(32).toString("hex"));
  expect(JSON.parse((await opened.file()).text).freeze.members).toBe(20);
});

test("a process that died between number and receipt leaves a join that its retry completes", async () => {
  const opened = await openDrawn(httpBeacon);
  const visitors = await opened.joinMany(3);
  // As if the process had died before it kept the groups.
  await redis.zremrangebyscore(eventKeys(opened.event).drawGroups, 1, "+inf");
  const [first] = visitors;
  const again = await opened.join(first?.joinId);
  expect(again.receipt).toBe(first?.receipt);
  const freeze = await opened.draw(randomBytes(32).toString("hex"));
  const result = await opened.verify([again.receipt ?? "", freeze]);
  expect(result.places).toHaveLength(1);
});

test("a dead beacon does not hold up the start: the draw runs and says that it is not provable", async () => {
  const opened = await openDrawn(httpBeacon);
  const visitors = await opened.joinMany(10);
  await opened.moveTo(3_500);
  await opened.advance();
  await opened.moveTo(68_000);
  await opened.advance();
  expect((await opened.shown()).phase).toBe("drawing");
  await opened.moveTo(69_500);
  await opened.advance();
  await opened.moveTo(76_500);
  expect((await opened.shown()).phase).toBe("running");
  const result = await opened.verify(receiptsOf(visitors));
  expect(result.verdict).toBe("not-provable");
  expect(result.findings.map(({ code }) => code)).toContain("beacon-silent");
  const numbers = await Promise.all(visitors.map((visitor) => opened.checkIn(visitor)));
  expect(ascending(numbers)).toEqual(upTo(10));
});

test("a typed value is taken once, after the freeze, is audited, and is never provable", async () => {
  const opened = await openDrawn(() => ({ type: "typed", name: "Lottery of the evening" }));
  const { context } = opened;
  const visitors = await opened.joinMany(4);
  const input = { eventId: "sale", value: "4 8 15 16 23 42" };
  await expect(typeDrawValue(context, input)).rejects.toMatchObject({
    code: "precondition_failed",
  });
  await opened.moveTo(3_500);
  await opened.advance();
  await opened.moveTo(600_000);
  await opened.advance();
  expect((await opened.shown()).draw?.opensAt).toBe(0);
  const viewer = { ...context, permissions: new Set(["event:read"] as const) };
  await expect(typeDrawValue(viewer, input)).rejects.toMatchObject({ code: "forbidden" });
  await typeDrawValue(context, input);
  await expect(typeDrawValue(context, input)).rejects.toMatchObject({
    code: "precondition_failed",
  });
  await opened.advance();
  expect((await opened.verify(receiptsOf(visitors))).verdict).toBe("not-provable");
  expect(await auditSentences(context)).toContain(
    "Ana entered the draw value of Sale: “4 8 15 16 23 42”",
  );
});

test("advancing a draw again and again, and from several workers, changes nothing", async () => {
  const opened = await openDrawn(httpBeacon);
  const visitors = await opened.joinMany(30);
  await opened.moveTo(3_500);
  await Promise.all([opened.advance(), opened.advance(), opened.advance()]);
  source.beacon.value = randomBytes(32).toString("hex");
  await opened.moveTo(9_500);
  await Promise.all([opened.advance(), opened.advance(), opened.advance()]);
  const { text } = await opened.file();
  const numbers = await Promise.all(visitors.map((visitor) => opened.checkIn(visitor)));
  source.beacon.value = randomBytes(32).toString("hex");
  for (const afterStartMs of [12_000, 13_000, 20_000]) {
    await opened.moveTo(afterStartMs);
    await opened.advance();
  }
  source.beacon.value = null;
  expect((await opened.file()).text).toBe(text);
  expect(await Promise.all(visitors.map((visitor) => opened.checkIn(visitor)))).toEqual(numbers);
});

test("whoever left before the draw takes nobody else's number with them", async () => {
  const opened = await openDrawn(httpBeacon);
  const visitors = await opened.joinMany(12);
  const [leaver, ...others] = visitors;
  await call("POST", `${opened.base}/leave`, { headers: { cookie: leaver?.cookie ?? "" } });
  await opened.draw(randomBytes(32).toString("hex"));
  const numbers = await Promise.all(others.map((visitor) => opened.checkIn(visitor)));
  const [gone] = upTo(12).filter((number) => !numbers.includes(number));
  const { spent } = eventKeys(opened.event);
  for (const number of upTo(12)) {
    expect(await redis.getbit(spent, number)).toBe(number === gone ? 1 : 0);
  }
});

describe("a loss of Redis before the freeze", () => {
  /** Undoes what the last joins wrote, as an older copy of Redis would. */
  async function lose(opened: Opened, last: number): Promise<void> {
    const keys = eventKeys(opened.event);
    await redis.hset(keys.line, { last: String(last), replid: "0".repeat(40) });
    await redis.zremrangebyscore(keys.drawGroups, last + 1, "+inf");
    await redis.del(keys.joinsEven, keys.joinsOdd);
  }

  /** Makes a process know as little as one that has just started. */
  function forgetAll(line: EventLine): void {
    line.laneMemory(0).seenNumber = 0;
    Reflect.set(Reflect.get(line.journal, "effects"), "items", []);
  }

  async function recover(opened: Opened): Promise<void> {
    const line = await opened.line();
    await line.refresh();
    await redis.hincrby(eventKeys(opened.event).line, "correctionMs", 3_000);
    await line.refresh();
    await line.refresh();
  }

  test("keeps those of the lost second in the draw, by the memory of the process", async () => {
    const opened = await openDrawn(httpBeacon);
    await opened.joinMany(10);
    const lost = await opened.joinMany(10);
    await lose(opened, 10);
    await recover(opened);
    const after = await opened.joinMany(5);
    expect(after[0]?.number).toBeGreaterThan(1_000_000);
    const freeze = await opened.draw(randomBytes(32).toString("hex"));
    const all = [...lost, ...after];
    const result = await opened.verify([...receiptsOf(all), freeze]);
    expect(result.verdict).toBe("provable");
    expect(result.draw?.members).toBe(25);
    const numbers = await Promise.all(all.map((visitor) => opened.checkIn(visitor)));
    expect(result.places.map(({ place }) => place)).toEqual(numbers);
  });

  test("keeps those whose receipt comes back with a check-in, when all processes died", async () => {
    const opened = await openDrawn(httpBeacon);
    await opened.joinMany(4);
    const lost = await opened.joinMany(6);
    const line = await opened.line();
    await lose(opened, 4);
    forgetAll(line);
    await recover(opened);
    const [shower, ...silent] = lost;
    if (shower) await opened.checkIn(shower);
    const freeze = await opened.draw(randomBytes(32).toString("hex"));
    const result = await opened.verify([...receiptsOf(lost), freeze]);
    const { members } = result.draw ?? { members: 0 };
    const numbers = await Promise.all(lost.map((visitor) => opened.checkIn(visitor)));
    // One receipt proves its whole group; whoever is still missing stands behind, with a number.
    expect(members).toBeGreaterThanOrEqual(5);
    expect(new Set(numbers).size).toBe(lost.length);
    expect(silent).toHaveLength(5);
  });

  test("of everything, gives the groups back that Postgres knows", async () => {
    const opened = await openDrawn(httpBeacon);
    const visitors = await opened.joinMany(10);
    await checkpointDraws(redis);
    const line = await opened.line();
    await redis.del(...Object.values(eventKeys(opened.event)));
    forgetAll(line);
    await line.refresh();
    await reconcileEvent(redis, opened.event.rowId);
    await relayOutbox(redis);
    await recover(opened);
    await checkpointDraws(redis);
    const freeze = await opened.draw(randomBytes(32).toString("hex"));
    const result = await opened.verify([...receiptsOf(visitors), freeze]);
    expect(result.verdict).toBe("provable");
    expect(result.draw?.members).toBe(10);
  });
});

describe("a loss of Redis after the draw", () => {
  test("of everything, changes neither the order nor the file", async () => {
    const opened = await openDrawn(httpBeacon);
    const visitors = await opened.joinMany(10);
    await opened.draw(randomBytes(32).toString("hex"));
    await opened.moveTo(13_000);
    await opened.advance();
    const numbers = await Promise.all(visitors.map((visitor) => opened.checkIn(visitor)));
    const { text } = await opened.file();
    const keys = Object.values(eventKeys(opened.event));
    await redis.del(...keys, `wr:{${opened.event.customerId}:sale}:draw:1`);
    const line = await opened.line();
    await line.refresh();
    await reconcileEvent(redis, opened.event.rowId);
    await relayOutbox(redis);
    await opened.moveTo(20_000);
    await opened.advance();
    await opened.moveToOpening();
    expect((await opened.shown()).phase).toBe("running");
    expect(await Promise.all(visitors.map((visitor) => opened.checkIn(visitor)))).toEqual(numbers);
    await redis.del(`wr:{${opened.event.customerId}:sale}:draw:1`);
    await republishDraws(redis);
    expect((await opened.file()).text).toBe(text);
  });
});
