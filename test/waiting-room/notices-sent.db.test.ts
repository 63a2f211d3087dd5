import { describe, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { makeSay } from "@/lib/domain/page-texts/text";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { drainNotices } from "@/lib/services/operation/notice/drain";
import { sendDueNotices } from "@/lib/services/operation/notice/send-due";
import { sweepNotices } from "@/lib/services/operation/notice/sweep";
import { tracesIn } from "@/test/both-stores";
import { openNoticeRoom } from "@/test/notice-room";
import { startMailServer } from "@/test/notices";

const {
  context,
  event,
  room,
  redis,
  lineKey,
  base,
  ofEvent,
  publish,
  sendThrough,
  join,
  browser,
  post,
  work,
  linksOf,
  linkFor,
  press,
  confirmed,
  newAddress,
  mailsTo,
  headersOfMail,
  comeNear,
  rows,
  again,
  hangUp,
} = openNoticeRoom();

describe("an e-mail shortly before the turn", () => {
  test("comes once to who has confirmed, in their language, and the address is gone", async () => {
    const cookie = await join();
    const address = newAddress();
    const asked = await post(cookie, { address }, "de-AT,de;q=0.9");
    expect(asked.body).toContain(address);
    expect(asked.body).toContain('lang="de"');
    expect(await tracesIn(redis, [address])).toEqual([]);
    await work();
    expect(mailsTo(address)).toHaveLength(1);
    expect(headersOfMail(0)).toContain("List-Unsubscribe: <http://room.test/line/");
    await confirmed(await join(), newAddress());
    await press(linkFor("confirm", 0));
    await work();
    await work();
    expect(mailsTo(address)).toHaveLength(1);
    await comeNear();
    await Promise.all([work(), work(), work()]);
    await work();
    const [confirmMail, turnMail, ...others] = mailsTo(address);
    expect(others).toEqual([]);
    expect(confirmMail?.subject).not.toBe(turnMail?.subject);
    const { mail } = textsIn("de");
    const say = makeSay("de");
    expect(turnMail?.subject).toBe(say(mail.turnSubject, { event: "Sale" }));
    expect(turnMail?.text).toContain(`http://room.test/?c=${context().customer.wireId}&e=sale`);
    expect(await rows()).toMatchObject([
      { sealed: null, addressHash: null, confirmedHash: null, language: "de" },
      { sealed: null, language: "en" },
    ]);
    expect(await tracesIn(redis, [address])).toEqual([]);
  });

  test("does not come to an address whose mails only a scanner reads", async () => {
    const address = newAddress();
    await post(await join(), { address });
    await work();
    for (const path of linksOf()) {
      const opened = await room.call("GET", path, { headers: browser("") });
      expect(opened.status).toBe(200);
      expect(opened.body).toContain('method="post"');
    }
    await comeNear();
    await again();
    await work();
    expect(mailsTo(address)).toHaveLength(1);
    expect(await rows()).toMatchObject([{ confirmedAt: null }]);
  });

  test.each([
    ["is paused", () => pauseEvent(context(), { eventId: "sale" })],
    [
      "is held by the installation",
      () =>
        db().customer.update({ where: { id: event().customer.id }, data: { suspension: "hold" } }),
    ],
  ])("does not come while the line %s", async (_, hold) => {
    const address = newAddress();
    await confirmed(await join(), address);
    await hold();
    await db().event.update({
      where: { id: event().id },
      data: { settingsVersion: { increment: 1 } },
    });
    await publish();
    await comeNear();
    await work();
    expect(mailsTo(address)).toHaveLength(1);
  });

  test("comes at once where a higher outflow makes the wait shorter", async () => {
    const address = newAddress();
    await confirmed(await join(), address);
    await redis.hset(lineKey(), { serving: 997_000, allowance: 0 });
    await work();
    expect(mailsTo(address)).toHaveLength(1);
    await setOutflow(context(), { eventId: "sale", outflowPerMinute: 6_000 });
    await publish();
    await work();
    expect(mailsTo(address)).toHaveLength(2);
  });

  test("does not come to who has left the line", async () => {
    const cookie = await join();
    const address = newAddress();
    await confirmed(cookie, address);
    await room.call("POST", `${base()}/leave`, { headers: { cookie } });
    await comeNear();
    await sendDueNotices(redis, "mail");
    expect(mailsTo(address)).toHaveLength(1);
    await sweepNotices(redis);
    expect(await rows()).toEqual([]);
  });
});

describe("a mail server in trouble", () => {
  test("is tried again a few times, and then given up", async () => {
    let tries = 0;
    const server = await startMailServer({
      onRcptTo: (_address, _session, done) => {
        tries += 1;
        done(new Error("Come back later."));
      },
    });
    await sendThrough(server);
    await post(await join(), { address: newAddress() });
    await drainNotices(redis, event());
    for (let round = 0; round < 8; round += 1) {
      await sendDueNotices(redis, "mail");
      await sendDueNotices(redis, "mail");
      await again();
    }
    expect(tries).toBe(4);
    expect(await rows()).toEqual([]);
  });

  test("that hangs up with the e-mail in its hands gets it once", async () => {
    let taken = 0;
    const server = await startMailServer({
      onData: (stream) => {
        stream.resume();
        stream.on("end", () => {
          taken += 1;
          hangUp();
        });
      },
    });
    await sendThrough(server);
    await post(await join(), { address: newAddress() });
    for (let round = 0; round < 3; round += 1) {
      await work();
      await again();
    }
    expect(taken).toBe(1);
  });
});

describe("a worker that is killed", () => {
  test("before it sends is followed by another, and nobody is told twice", async () => {
    const address = newAddress();
    await confirmed(await join(), address);
    await comeNear();
    const [row] = await rows();
    const soon = new Date(Date.now() + 60_000);
    const taken = { attempts: { increment: 1 }, nextAttemptAt: soon };
    await db().notice.updateMany({ where: { id: row?.id ?? "" }, data: taken });
    await work();
    expect(mailsTo(address)).toHaveLength(1);
    await db().notice.updateMany({
      data: { nextAttemptAt: new Date(0) },
      where: { id: row?.id ?? "" },
    });
    await Promise.all([work(), work()]);
    expect(mailsTo(address)).toHaveLength(2);
  });

  test("while it sends is followed by nobody, and the address goes", async () => {
    const address = newAddress();
    await confirmed(await join(), address);
    await comeNear();
    await db().notice.updateMany({
      where: ofEvent(),
      data: { turnSentAt: new Date(), attempts: 1, nextAttemptAt: new Date(0) },
    });
    await work();
    expect(mailsTo(address)).toHaveLength(1);
    expect(await rows()).toMatchObject([{ sealed: expect.any(String) }]);
    await sweepNotices(redis, new Date(Date.now() + 301_000));
    expect(await rows()).toMatchObject([{ sealed: null, addressHash: null }]);
  });
});
