import { beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { createDrawnNumbers } from "@/lib/domain/draw/renumber";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { readDecidedDraw } from "@/lib/line/commands/decided-draw";
import { eventKeys } from "@/lib/line/keys";
import { drawHash } from "@/lib/secrets/draw-hash";
import { drainNotices } from "@/lib/services/operation/notice/drain";
import { sweepNotices } from "@/lib/services/operation/notice/sweep";
import { writeEventRow } from "@/test/event-row";
import { openNoticeRoom } from "@/test/notice-room";
import { startPushService } from "@/test/notices";

const { context, event, room, redis, ref, base, ofEvent, join, browser, work, comeNear, rows } =
  openNoticeRoom();

describe("a push", () => {
  let service: Awaited<ReturnType<typeof startPushService>>;
  beforeEach(async () => {
    service = await startPushService();
    vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "localhost");
    // The certificate of the test is its own.
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    return async () => {
      await service.close();
    };
  });
  const subscribe = (cookie: string, changes: Partial<typeof service.subscription> = {}) => {
    const headers = { ...browser(cookie, "ar"), accept: "application/json" };
    const form = { ...service.subscription, ...changes };
    return room.call("POST", `${base()}/notices`, { headers, form });
  };

  test("comes once, encrypted for the browser, signed by the installation, in the language", async () => {
    expect((await subscribe(await join())).body).toBe('{"status":"asked"}');
    await work("push");
    expect(service.pushes).toEqual([]);
    await comeNear();
    await Promise.all([work("push"), work("push")]);
    await work("push");
    expect(service.pushes).toHaveLength(1);
    const [{ headers, text } = { headers: {}, text: "{}" }] = service.pushes;
    expect(JSON.parse(text)).toMatchObject({
      language: "ar",
      direction: "rtl",
      link: `http://room.test/?c=${context().customer.wireId}&e=sale`,
      title: textsIn("ar").push.turnTitle,
    });
    expect(headers).toMatchObject({ ttl: "600", urgency: "high", "content-encoding": "aes128gcm" });
    const [, token = "", key = ""] =
      /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? "") ?? [];
    const page = await room.call("GET", `${base()}/notices`, { headers: browser(await join()) });
    expect(page.body).toContain(`"pushKey":"${key}"`);
    expect(
      JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()),
    ).toMatchObject({
      sub: "mailto:tickets@example.com",
      aud: new URL(service.subscription.endpoint).origin,
    });
    expect(await rows()).toMatchObject([{ sealed: null }]);
  });

  test("to a subscription that has ended removes it", async () => {
    service.state.answer = 410;
    await subscribe(await join());
    await comeNear();
    await work("push");
    await work("push");
    expect(service.pushes).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });

  test("that a service does not take is tried again a few times", async () => {
    service.state.answer = 500;
    await subscribe(await join());
    await comeNear();
    for (let round = 0; round < 7; round += 1) {
      await work("push");
      await db().notice.updateMany({
        where: ofEvent(),
        data: { nextAttemptAt: new Date(0) },
      });
    }
    expect(service.pushes).toHaveLength(4);
    expect(await rows()).toEqual([]);
  });

  test("never goes to an address of this network", async () => {
    vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "");
    await subscribe(await join());
    await comeNear();
    await work("push");
    expect(service.pushes).toEqual([]);
  });

  test.each([
    { endpoint: "http://localhost/x" },
    { endpoint: "https://u:p@push.example/x" },
    { endpoint: `https://push.example/${"x".repeat(1_000)}` },
    { p256dh: "AAAA" },
    { auth: "====" },
  ])("is not asked for with %o", async (changes) => {
    expect((await subscribe(await join(), changes)).status).toBe(400);
  });

  test("for a place that a draw has moved comes by its new number", async () => {
    expect((await subscribe(await join())).status).toBe(200);
    await drainNotices(redis, event());
    await db().notice.updateMany({
      where: ofEvent(),
      data: { drawn: false, number: 7n },
    });
    await writeEventRow(event().id, { draw: { type: "drand" } });
    await sweepNotices(redis);
    expect(await rows()).toMatchObject([{ drawn: false, number: 7n }]);
    await redis.hset(eventKeys(ref()).drawOrder, {
      run: 1,
      key: "ab".repeat(32),
      groups: "1:50;",
      lastIndex: 50,
    });
    await sweepNotices(redis);
    const decided = await readDecidedDraw(redis, { ...ref(), runId: 1 });
    const number = decided && createDrawnNumbers(decided, drawHash).numberOf(7);
    expect(number).not.toBe(7);
    expect(await rows()).toMatchObject([{ drawn: true, number: BigInt(number ?? 0) }]);
  });
});
