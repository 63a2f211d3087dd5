import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { forgetCodeUses, publishCodes, readNewCodeUses } from "@/lib/line/commands/access-codes";
import { eventKeys, publishedKey } from "@/lib/line/keys";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { findAccessCode } from "@/lib/services/event/access-code/find";
import { listAccessCodes } from "@/lib/services/event/access-code/list";
import { revokeAccessCodes } from "@/lib/services/event/access-code/revoke";
import { revokeAccessCodeBatch } from "@/lib/services/event/access-code/revoke-batch";
import { setAccessCodeWindow } from "@/lib/services/event/access-code/set-window";
import { stopEvent } from "@/lib/services/event/control/stop";
import type { ServiceContext } from "@/lib/services/ground/context";
import { listEventsWithCodes, storeCodeUses } from "@/lib/services/relay/access-codes/store-uses";
import { checkpointLines } from "@/lib/services/relay/line/checkpoint";
import { listOpenEvents } from "@/lib/services/relay/line/open-events";
import { writeCustomerToRedis } from "@/lib/services/relay/outbox/inner/write-customer";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { writeEventToRedis } from "@/lib/services/relay/outbox/write-event";
import { createCustomerWithSale, startedRef, startTestEvent } from "@/test/customer";
import { startTestRoom } from "@/test/waiting-room";

const master = masterKeysFromEnvironment()[0];
const first = startTestRoom(master);
/** Another process, which nobody restarts. */
const second = startTestRoom(master);
const { redis, id } = first;
afterAll(disconnectDb);

let context: ServiceContext;
let rowId: string;
beforeEach(async () => {
  context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  rowId = (await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } })).id;
  await reconcileEvent(redis, rowId);
});

const ref = () => startedRef(context);
const base = () => `/line/${context.customer.wireId}/sale`;

async function make(count: number, maxUses = 1) {
  const use =
    maxUses === 1 ? ({ kind: "single-use" } as const) : ({ kind: "multi-use", maxUses } as const);
  const { csv, id: batchId } = await createAccessCodes(context, {
    eventId: "sale",
    name: "Fans",
    count,
    use,
  });
  await relayOutbox(redis);
  const rows = csv.split("\r\n").slice(1, -1);
  return { batchId, csv, codes: rows.map((row) => row.split(",")[0] ?? "") };
}

async function join(code: string, joinId: string = id(), room = first) {
  const reply = await room.call("POST", `${base()}/join`, { form: { joinId, code } });
  const { code: problem, number }: { code?: string; number?: number } = JSON.parse(reply.body);
  return { status: reply.status, problem, number, cookie: room.cookieOf(reply), body: reply.body };
}

async function storeAll(): Promise<void> {
  for (const event of await listEventsWithCodes("all")) {
    if (event.id === rowId) while ((await storeCodeUses(redis, event)) > 0);
  }
}

async function onlyBatch() {
  const [batch = expect.fail()] = await listAccessCodes(context, { eventId: "sale" });
  return batch;
}

/** The same once the line has recovered. */
function joinRecovered(code: string) {
  return vi.waitFor(
    async () => {
      const joined = await join(code);
      expect(joined.problem).not.toBe("recovering");
      return joined;
    },
    { timeout: 60_000, interval: 200 },
  );
}

async function loseAll(): Promise<void> {
  await checkpointLines(redis, await listOpenEvents());
  await redis.del(...Object.values(eventKeys(ref())), publishedKey(ref().customerId));
}

describe("a code that is revoked", () => {
  test("is refused with its own words at once, also by a process that nobody restarted", async () => {
    const { codes, batchId } = await make(3, 5);
    const [code = "", other = ""] = codes;
    const joinId = id();
    const held = await join(code, joinId);
    expect([held.number, (await join(other, id(), second)).number]).toEqual([1, 2]);
    expect(await revokeAccessCodeBatch(context, { batchId })).toEqual({ revoked: 3 });
    await relayOutbox(redis);
    for (const room of [first, second]) {
      const refused = await join(code, id(), room);
      expect([refused.status, refused.problem]).toEqual([403, "code-revoked"]);
    }
    const asked = await first.call("GET", `${base()}/code`, { headers: { accept: "text/html" } });
    const page = await first.call("POST", `${base()}/join`, {
      form: { joinId: id(), code },
      headers: { accept: "text/html", cookie: first.cookieOf(asked) },
    });
    expect(page.body).toContain("This code was revoked");
    // Who is in line already stays there, and a repeated join is no new one.
    expect((await join(code, joinId)).number).toBe(1);
    const status = await second.call("GET", `${base()}/status`, {
      headers: { cookie: held.cookie, accept: "application/json" },
    });
    expect(JSON.parse(status.body)).toMatchObject({ number: 1 });
    await expect(revokeAccessCodeBatch(context, { batchId })).rejects.toMatchObject({
      code: "precondition_failed",
    });
  });

  test("leaves the others of its batch as they are", async () => {
    const { codes } = await make(4);
    const [one = "", two = "", three = "", four = ""] = codes;
    const pasted = `code,batch\r\n${one},Fans\r\n${two.toLowerCase()}\n${one}`;
    const revoke = (text: string) => revokeAccessCodes(context, { eventId: "sale", codes: text });
    expect(await revoke(pasted)).toEqual({ revoked: 2, before: 0, unknown: 0 });
    expect(await revoke(`${two}\n${three}`)).toEqual({ revoked: 1, before: 1, unknown: 0 });
    await relayOutbox(redis);
    const refusals = await Promise.all([one, two, three].map((code) => join(code)));
    expect(refusals.map(({ problem }) => problem)).toEqual(Array(3).fill("code-revoked"));
    expect((await join(four)).number).toBe(1);
    await storeAll();
    expect(await onlyBatch()).toMatchObject({ count: 4, revoked: 3, used: 1, left: 0, refused: 3 });
  });

  test("cannot be given back by whoever writes what was so before", async () => {
    const { codes, batchId } = await make(1, 3);
    const [code = ""] = codes;
    const { hash } = await db().accessCode.findFirstOrThrow({ where: { batchId } });
    await join(code);
    await revokeAccessCodeBatch(context, { batchId });
    await relayOutbox(redis);
    await publishCodes(redis, ref(), [{ id: hash, uses: 3, lane: null }]);
    expect((await join(code)).problem).toBe("code-revoked");
    await storeAll();
    expect(await onlyBatch()).toMatchObject({ used: 1, left: 0, refused: 1, revoked: 1 });
  });
});

describe("a code with a window", () => {
  /** As clocks in UTC show it, which is the zone of the event. */
  const local = (inMs: number) => new Date(Date.now() + inMs).toISOString().slice(0, 19);
  const HOUR_MS = 3_600_000;

  async function setWindow(batchId: string, fromLocal: string, untilLocal: string) {
    await setAccessCodeWindow(context, { batchId, fromLocal, untilLocal });
    await relayOutbox(redis);
  }

  test("is judged by the line's clock, and follows a window that is changed half-way", async () => {
    const { codes, batchId } = await make(3);
    const [one = "", two = "", three = ""] = codes;
    expect((await join(one)).number).toBe(1);
    await setWindow(batchId, local(HOUR_MS), "");
    for (const room of [first, second]) {
      const refused = await join(two, id(), room);
      expect([refused.status, refused.problem]).toEqual([403, "code-early"]);
    }
    await setWindow(batchId, local(-HOUR_MS), local(HOUR_MS));
    expect((await join(two, id(), second)).number).toBe(2);
    await setWindow(batchId, "", local(-HOUR_MS));
    for (const room of [first, second]) {
      const refused = await join(three, id(), room);
      expect([refused.status, refused.problem]).toEqual([403, "code-late"]);
    }
    // A code that is used up says so in whatever window.
    expect((await join(one)).problem).toBe("code-spent");
    await setWindow(batchId, "", "");
    expect((await join(three)).number).toBe(3);
    await storeAll();
    expect(await onlyBatch()).toMatchObject({ used: 3, left: 0, refused: 5, validUntil: null });
  });

  test("loses it also where a worker of the version before told the line of the change", async () => {
    const { codes, batchId } = await make(1);
    const [code = ""] = codes;
    await setWindow(batchId, "", local(-HOUR_MS));
    await setAccessCodeWindow(context, { batchId, fromLocal: "", untilLocal: "" });
    // It relays codes and version, and knows of no window.
    const { version } = await db().accessCodeBatch.findUniqueOrThrow({ where: { id: batchId } });
    await redis.hset(eventKeys(ref()).codes, { [`batch:${batchId}`]: version });
    expect((await join(code)).problem).toBe("code-late");
    await reconcileEvent(redis, rowId);
    expect((await join(code)).number).toBe(1);
  });

  test("keeps the newest window, whoever tells an older one last, and after Redis has lost it", async () => {
    const { codes, batchId } = await make(1);
    const [code = ""] = codes;
    await setWindow(batchId, "", local(-HOUR_MS));
    const { hash } = await db().accessCode.findFirstOrThrow({ where: { batchId } });
    const older = { version: 1, fromMs: 0, untilMs: 0 };
    await publishCodes(redis, ref(), [{ id: hash, uses: 1, lane: null, window: older }]);
    expect((await join(code)).problem).toBe("code-late");
    await redis.del(eventKeys(ref()).codes);
    await reconcileEvent(redis, rowId);
    expect((await join(code)).problem).toBe("code-late");
  });
});

test("customers' own codes join as they are written, and wrong lines are all named at once", async () => {
  const own = "Code,Name\nFan-2026-Ada,Ada\nFAN 2026 BEN,Ben";
  const batch = { eventId: "sale", name: "Fans", use: { kind: "single-use" as const } };
  const { csv, count, firstLink } = await createAccessCodes(context, { ...batch, own });
  expect([count, csv]).toEqual([2, expect.stringContaining("\r\nFan-2026-Ada,Fans,,1,http")]);
  expect(firstLink).toMatch(/\/\?c=[^&]+&e=sale&code=Fan-2026-Ada$/);
  expect((await join("fan2026ada")).problem).toBe("code-mistyped");
  await relayOutbox(redis);
  // Within a second it hears that codes need not be made as ours are.
  await (await first.context.lines.find(ref()))?.refresh();
  expect((await join("fan2026ada")).number).toBe(1);
  expect((await join("FAN-2026-ADA")).problem).toBe("code-spent");
  expect((await join("FAN-2026-ADE")).problem).toBe("code-mistyped");
  const again = createAccessCodes(context, { ...batch, own: "NEW-2026\nfan2026ben\nFAN-2026-ADA" });
  await expect(again).rejects.toMatchObject({
    fields: {
      own: "Line 2: “fan2026ben” is already in the batch Fans.\nLine 3: “FAN-2026-ADA” is already in the batch Fans.",
    },
  });
  const made = await createAccessCodes(context, { ...batch, count: 1, prefix: "spring " });
  await relayOutbox(redis);
  const [code = ""] = made.csv.split("\r\n")[1]?.split(",") ?? [];
  expect(code).toMatch(/^SPRING-.{4}-.{4}-.{3}$/);
  expect((await join(code.toLowerCase())).number).toBe(2);
});

test("a link with a code leads to the form, and leaves the code in no address", async () => {
  const { codes } = await make(2);
  const [code = "", other = ""] = codes;
  // Somebody waits: an event in which nobody does lets people in without any code.
  await join(other);
  const { wireId } = context.customer;
  for (const path of [
    `${base()}/code?code=${code}&cid=de`,
    `/?c=${wireId}&e=sale&code=${code}&cid=de`,
  ]) {
    const led = await first.call("GET", path, { headers: { accept: "text/html" } });
    expect([led.status, led.headers["location"]]).toEqual([303, `${base()}/code?cid=de`]);
    expect(led.headers["referrer-policy"]).toBe("no-referrer");
    const cookie = first.cookieOf(led);
    const form = await first.call("GET", `${base()}/code?cid=de`, {
      headers: { accept: "text/html", cookie },
    });
    expect(form.body).toContain(`value="${code}"`);
  }
  // Nothing was used up by looking.
  expect((await join(code)).number).toBe(2);
});

test("the code of a link is forgotten once it was used", async () => {
  const { codes } = await make(2);
  const [code = "", other = ""] = codes;
  await join(other);
  const led = await first.call("GET", `${base()}/code?code=${code}`, {
    headers: { accept: "text/html" },
  });
  const cookie = first.cookieOf(led);
  const form = { joinId: id(), code };
  const joined = await first.call("POST", `${base()}/join`, { form, headers: { cookie } });
  const { number }: { number?: number } = JSON.parse(joined.body);
  expect(number).toBe(2);
  const set = joined.headers["set-cookie"] ?? [];
  const forgotten = set.filter((one) => one.includes("stanchion-code_"));
  expect(forgotten).toEqual([expect.stringMatching(/=;.*Max-Age=0/)]);
});

describe("uses of codes", () => {
  test("are told of a batch and of one code, and storing them again changes nothing", async () => {
    const { codes } = await make(2, 2);
    const [code = ""] = codes;
    await join(code);
    await join(code);
    const spent = await join(code);
    expect([spent.status, spent.problem]).toEqual([409, "code-spent"]);
    const before = Date.now();
    await storeAll();
    await storeAll();
    const batch = await onlyBatch();
    expect(batch).toMatchObject({ used: 2, left: 2, refused: 1, revoked: 0 });
    expect(Math.abs(Date.parse(batch.lastUsedAt ?? "") - before)).toBeLessThan(60_000);
    const found = await findAccessCode(context, { eventId: "sale", code: code.toLowerCase() });
    expect(found).toMatchObject({ batch: "Fans", uses: 2, used: 2, refused: 1, revokedAt: null });
    await expect(findAccessCode(context, { eventId: "sale", code: "AAAA" })).rejects.toMatchObject({
      code: "invalid",
      fields: { code: expect.stringContaining("not a valid code") },
    });
  });

  test("are not forgotten when one comes while others are being stored", async () => {
    const { codes } = await make(1, 3);
    const [code = ""] = codes;
    await join(code);
    const stored = await readNewCodeUses(redis, ref(), 10);
    await join(code);
    await forgetCodeUses(redis, ref(), stored);
    expect(await readNewCodeUses(redis, ref(), 10)).toMatchObject([{ left: 1 }]);
    await storeAll();
    expect(await onlyBatch()).toMatchObject({ used: 2, left: 1 });
  });

  test("are not undone by whoever tells the line of the codes again", async () => {
    const { codes, batchId } = await make(1);
    const [code = ""] = codes;
    const { hash } = await db().accessCode.findFirstOrThrow({ where: { batchId } });
    await join(code);
    await publishCodes(redis, ref(), [{ id: hash, uses: 1, lane: null }]);
    expect((await join(code)).problem).toBe("code-spent");
  });

  test("are stored in rounds that are bounded, however many there are", async () => {
    const { batchId } = await make(1_200);
    const rows = await db().accessCode.findMany({ where: { batchId }, select: { hash: true } });
    const keys = eventKeys(ref());
    for (const { hash } of rows) {
      await redis.hset(keys.codes, hash, "-1:0", `uses:${hash}`, "0:5000");
      await redis.zadd(keys.codeUses, 5_000, hash);
    }
    await storeAll();
    expect(await onlyBatch()).toMatchObject({ used: 1_200, left: 0 });
    // Only the mark that keeps the key in being.
    expect(await redis.zcard(keys.codeUses)).toBe(1);
  });

  test("from before they were stored are stored with the next repair", async () => {
    const { codes, batchId } = await make(3, 4);
    const { hash } = await db().accessCode.findFirstOrThrow({ where: { batchId } });
    await redis.hset(eventKeys(ref()).codes, hash, "-1:1");
    await redis.hdel(eventKeys(ref()).codes, `batch:${batchId}`);
    await reconcileEvent(redis, rowId);
    expect(await onlyBatch()).toMatchObject({ used: 3, left: 9 });
    expect(codes).toHaveLength(3);
  });
});

describe("a loss of all that Redis has", () => {
  test("brings back no use and no code that was revoked, before anybody joins", async () => {
    const { codes } = await make(4, 2);
    const [spent = "", half = "", revoked = "", fresh = ""] = codes;
    for (const code of [spent, spent, half]) await join(code);
    await revokeAccessCodes(context, { eventId: "sale", codes: revoked });
    await relayOutbox(redis);
    await join(revoked);
    await storeAll();
    await loseAll();
    await writeCustomerToRedis(redis, context.customer.id);
    await writeEventToRedis(redis, rowId);
    // The codes are there before the line takes anybody.
    expect((await join(fresh)).status).toBe(503);
    await relayOutbox(redis);
    expect((await joinRecovered(spent)).problem).toBe("code-spent");
    expect((await join(revoked)).problem).toBe("code-revoked");
    expect((await join(half)).number).toBeGreaterThan(1_000_000);
    expect((await join(half)).problem).toBe("code-spent");
    expect((await join(fresh)).number).toBeGreaterThan(1_000_000);
    await storeAll();
    expect(await onlyBatch()).toMatchObject({ used: 5, refused: 4, revoked: 1, left: 1 });
  });
});

test("a loss of the last seconds brings back neither a revocation nor a use that is stored", async () => {
  const [used = ""] = (await make(1, 2)).codes;
  const [other = ""] = (await make(1)).codes;
  const keys = eventKeys(ref());
  const before = await redis.hgetall(keys.codes);
  await join(used);
  await join(used);
  await storeAll();
  await revokeAccessCodes(context, { eventId: "sale", codes: other });
  await relayOutbox(redis);
  await redis.del(keys.codes);
  await redis.hset(keys.codes, before);
  await redis.hset(keys.line, "replid", "0".repeat(40));
  await reconcileEvent(redis, rowId);
  // The first call only notices the loss; from the second on the line recovers.
  await reconcileEvent(redis, rowId);
  expect((await joinRecovered(used)).problem).toBe("code-spent");
  expect((await join(other)).problem).toBe("code-revoked");
});

describe("a run that ends", () => {
  /** Stops the event and opens a new run, as the only way to add a lane. */
  async function startAnew(): Promise<void> {
    await stopEvent(context, { eventId: "sale" });
    await relayOutbox(redis);
    await startTestEvent(context, { eventId: "sale" });
    await relayOutbox(redis);
    await writeEventToRedis(redis, rowId);
    const { settings } = await vi.waitFor(async () => {
      const line = (await first.context.lines.find(ref())) ?? expect.fail();
      await line.refresh();
      expect(line.settings.runId).toBe(2);
      return line;
    });
    expect(settings.runId).toBe(2);
  }

  async function letIn({ cookie }: Awaited<ReturnType<typeof join>>): Promise<void> {
    const { settings } = (await first.context.lines.find(ref())) ?? expect.fail();
    await first.turnComes({ settings, base: base(), page: "" }, cookie);
    const form = { claim: id() };
    const reply = await first.call("POST", `${base()}/enter`, { headers: { cookie }, form });
    expect(JSON.parse(reply.body)).toMatchObject({ status: "admitted" });
  }

  test("gives the codes back of those who were not let in, and of nobody else", async () => {
    const { codes, batchId } = await make(3);
    const [used = "", waited = "", unused = ""] = codes;
    await letIn(await join(used));
    expect((await join(waited)).number).toBe(2);
    expect((await join(waited)).problem).toBe("code-spent");
    await startAnew();
    expect((await join(used)).problem).toBe("code-spent");
    expect((await join(waited)).number).toBe(1);
    expect((await join(waited, id(), second)).problem).toBe("code-spent");
    expect((await join(unused)).number).toBe(2);
    await storeAll();
    expect(await onlyBatch()).toMatchObject({ count: 3, used: 3, left: 0 });
    expect(await findAccessCode(context, { eventId: "sale", code: waited })).toMatchObject({
      used: 1,
    });
    expect(
      (await db().accessCode.aggregate({ where: { batchId }, _sum: { returned: true } }))._sum,
    ).toEqual({
      returned: 1,
    });
  });

  test("… once, whatever is told again, and of several uses each", async () => {
    const { codes, batchId } = await make(1, 3);
    const [code = ""] = codes;
    for (const _ of [1, 2, 3]) await join(code);
    const before = await redis.hgetall(eventKeys(ref()).rights);
    await startAnew();
    const left = async () => {
      await writeEventToRedis(redis, rowId);
      await storeAll();
      return (await onlyBatch()).left;
    };
    expect(await left()).toBe(3);
    // A loss of Redis brings back what was given back already.
    await redis.hset(eventKeys(ref()).endedRights, { ...before, "-": "1" });
    expect(await left()).toBe(3);
    await db().accessCodeBatch.update({
      where: { id: batchId },
      data: { version: { increment: 1 } },
    });
    await reconcileEvent(redis, rowId);
    expect((await join(code)).number).toBe(1);
    expect(await left()).toBe(2);
  });
});
