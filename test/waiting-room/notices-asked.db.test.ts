import { describe, expect, test, vi } from "vitest";
import { noticeKeys } from "@/lib/line/keys";
import { stopEvent } from "@/lib/services/event/control/stop";
import { updateEvent } from "@/lib/services/event/manage/update";
import { eraseEmail } from "@/lib/services/installation/retention/erase-email";
import { eraseVisitor } from "@/lib/services/installation/retention/erase-visitor";
import { drainNotices } from "@/lib/services/operation/notice/drain";
import { sweepNotices } from "@/lib/services/operation/notice/sweep";
import { openNoticeRoom } from "@/test/notice-room";

const {
  context,
  event,
  room,
  redis,
  ref,
  base,
  publish,
  join,
  browser,
  post,
  work,
  linkFor,
  press,
  confirmed,
  newAddress,
  mailsTo,
  comeNear,
  rows,
} = openNoticeRoom();

describe("one address", () => {
  test("has one place: the one that its reader confirmed last", async () => {
    const address = newAddress();
    const [first, second] = [await join(), await join()];
    await confirmed(first, address);
    await post(second, { address });
    await work();
    expect(await rows()).toMatchObject([
      { number: 1_000_001n, confirmedAt: expect.any(Date) },
      { number: 1_000_002n, confirmedAt: null },
    ]);
    await press(linkFor("confirm"));
    await work();
    expect(await rows()).toMatchObject([{ number: 1_000_002n, confirmedAt: expect.any(Date) }]);
    await comeNear();
    await work();
    expect(mailsTo(address)).toHaveLength(3);
  });

  test("is sent three links by one event in ten minutes, and six by all in an hour", async () => {
    const address = newAddress();
    const cookies = [await join(), await join(), await join(), await join()];
    for (const cookie of cookies.slice(0, 3)) {
      expect((await post(cookie, { address })).body).toContain(address);
    }
    expect((await post(cookies[3] ?? "", { address })).body).toContain(
      "Too many requests for this address",
    );
    await work();
    expect(mailsTo(address)).toHaveLength(3);
    await redis.del(noticeKeys(ref()).limits);
    for (const cookie of [await join(), await join(), await join()])
      await post(cookie, { address });
    await work();
    await redis.del(noticeKeys(ref()).limits);
    await post(await join(), { address });
    await work();
    expect(mailsTo(address)).toHaveLength(6);
  });

  test("a place may ask for five, a network for sixty", async () => {
    const cookie = await join();
    for (let index = 0; index < 5; index += 1) {
      expect((await post(cookie, { address: newAddress() })).body).not.toContain(
        "Too many requests",
      );
    }
    expect((await post(cookie, { address: newAddress() })).body).toContain("Too many requests");
    for (let place = 0; place < 55; place += 1) await post(await join(), { address: newAddress() });
    expect((await post(await join(), { address: newAddress() })).body).toContain(
      "Too many requests",
    );
    await drainNotices(redis, event());
    // The last address of a place counts.
    expect(await rows()).toHaveLength(56);
  });

  test.each(["", "nobody", "a@b@c.example", `${"a".repeat(260)}@example.com`, "a b@example.com"])(
    "%s is none",
    async (address) => {
      const reply = await post(await join(), { address });
      expect(reply.body).toContain("a valid email address");
      expect(await redis.exists(noticeKeys(ref()).notices)).toBe(0);
    },
  );
});

describe("who may ask", () => {
  test("nobody without a place, and nobody from another site", async () => {
    const reply = await post("", { address: newAddress() });
    expect(reply).toMatchObject({
      status: 303,
      headers: { location: expect.stringMatching(/^\/\?c=/) },
    });
    const cookie = await join();
    const headers = { ...browser(cookie), "sec-fetch-site": "cross-site" };
    const form = { address: newAddress() };
    const foreign = await room.call("POST", `${base()}/notices`, { headers, form });
    expect(foreign.status).toBe(403);
    expect(await redis.exists(noticeKeys(ref()).notices)).toBe(0);
  });

  test("by what there is: without a mail server only push, without the setting nothing", async () => {
    const cookie = await join();
    const page = () => room.call("GET", `${base()}/notices`, { headers: browser(cookie) });
    const link = async () => {
      const path = `/?c=${context().customer.wireId}&e=sale`;
      return (await room.call("GET", path, { headers: browser(cookie) })).body.includes(
        "/notices?",
      );
    };
    expect((await page()).body).toMatch(/type="email".*id="push"/);
    expect(await link()).toBe(true);
    vi.stubEnv("SMTP_URL", "");
    await publish();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await page()).body).not.toContain('type="email"');
    expect((await page()).body).toContain('id="push"');
    await updateEvent(context(), { eventId: "sale", notices: { mail: true, push: false } });
    await publish();
    expect((await page()).status).toBe(303);
    expect(await link()).toBe(false);
  });

  test.each([{ absenceMinutes: 5 }, { method: "random" as const }])(
    "nobody where a closed page loses its place: %o",
    async (changes) => {
      const cookie = await join();
      await updateEvent(context(), { eventId: "sale", ...changes });
      await publish();
      const page = await room.call("GET", `${base()}/notices`, { headers: browser(cookie) });
      expect(page.status).toBe(303);
    },
  );
});

describe("a link", () => {
  const changed = (path: string, from: RegExp, to: string) => path.replace(from, to);

  test("counts for what it is for, at its event, as it was made", async () => {
    await post(await join(), { address: newAddress() });
    await work();
    const confirm = linkFor("confirm");
    const other = `${base().replace("/sale", "/other")}`;
    for (const path of [
      changed(confirm, /confirm/, "stop"),
      changed(linkFor("stop"), /stop/, "confirm"),
      changed(confirm, /link=./, "link=A"),
      changed(confirm, /.$/, "_"),
      changed(confirm, /link=.*/, "link=x"),
    ]) {
      expect((await press(path)).status).toBe(410);
      expect((await room.call("GET", path, { headers: browser("") })).status).toBe(410);
    }
    expect((await press(confirm.replace(base(), other))).status).toBe(404);
    await drainNotices(redis, event());
    expect(await rows()).toMatchObject([{ confirmedAt: null }]);
  });

  test("is worth nothing an hour later, in the next run, and after the place was left", async () => {
    const cookie = await join();
    await post(cookie, { address: newAddress() });
    await work();
    const confirm = linkFor("confirm");
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now + 3_700_000);
    expect((await press(confirm)).status).toBe(410);
    clock.mockRestore();
    expect((await room.call("GET", confirm, { headers: browser("") })).status).toBe(200);
    await room.call("POST", `${base()}/leave`, { headers: { cookie } });
    expect((await press(confirm)).status).toBe(410);
  });

  test("to stop deletes the address, and the other links with it; its repetition does no harm", async () => {
    await post(await join(), { address: newAddress() });
    await work();
    const [confirm, stop] = [linkFor("confirm"), linkFor("stop")];
    // As a mail program does with one click.
    const click = { "List-Unsubscribe": "One-Click" };
    const done = await room.call("POST", stop, { headers: { accept: "*/*" }, form: click });
    expect(done.body).toContain("Notifications stopped");
    expect((await press(confirm)).status).toBe(410);
    expect((await press(stop)).status).toBe(200);
    await work();
    expect(await rows()).toEqual([]);
  });

  test("that is used twice writes to nobody twice", async () => {
    const address = newAddress();
    await confirmed(await join(), address);
    expect((await press(linkFor("confirm"))).status).toBe(200);
    await work();
    await comeNear();
    await work();
    await press(linkFor("confirm", 0));
    await work();
    expect(mailsTo(address)).toHaveLength(2);
  });
});

describe("nothing is left", () => {
  test("of a run that is over, also of what was still on its way", async () => {
    await confirmed(await join(), newAddress());
    await post(await join(), { address: newAddress() });
    await stopEvent(context(), { eventId: "sale" });
    expect(await drainNotices(redis, event())).toEqual({ dropped: 1 });
    await sweepNotices(redis);
    expect(await rows()).toEqual([]);
    expect(await redis.xlen(noticeKeys(ref()).notices)).toBe(0);
  });

  test("of an address that nobody confirms within an hour", async () => {
    await post(await join(), { address: newAddress() });
    await work();
    await sweepNotices(redis, new Date(Date.now() + 3_500_000));
    expect(await rows()).toHaveLength(1);
    await sweepNotices(redis, new Date(Date.now() + 3_700_000));
    expect(await rows()).toEqual([]);
  });

  test("of a person who is erased by address or by queue id", async () => {
    const address = newAddress();
    await confirmed(await join(), address);
    await post(await join(), { address });
    expect(await eraseEmail(redis, "admin", address)).toMatchObject({ notices: 2 });
    await confirmed(await join(), newAddress());
    const [row] = await rows();
    await eraseVisitor(redis, "admin", row?.queueId ?? "");
    expect(await rows()).toEqual([]);
  });
});
