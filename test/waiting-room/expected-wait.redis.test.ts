import { expect, test } from "vitest";
import { readSnapshot } from "@/lib/line/commands/snapshot";
import { startTestRoom } from "@/test/waiting-room";

const { call, context, id, joinAndWait, open, redis, turnComes } = startTestRoom();

const HOUR = 3_600;

test("under a full active cap everybody is told that somebody has to leave, and how long that takes", async () => {
  const opened = await open({
    queueAll: true,
    activeCap: 1,
    sessionMinutes: 30,
    outflowPerMinute: 600,
  });
  const { base, page, settings } = opened;
  const visitors = [];
  for (let number = 1; number <= 8; number += 1) visitors.push(await joinAndWait(opened));
  const first = visitors[0]?.cookie ?? "";
  await turnComes(opened, first);
  const headers = { cookie: first };
  const entered = await call("POST", `${base}/enter`, { headers, form: { claim: id() } });
  expect(JSON.parse(entered.body)).toMatchObject({ status: "admitted" });
  await (await context.lines.find(settings))?.refresh();

  // line.json, which the page reads: as many go in as visits end.
  const line = JSON.parse((await call("GET", `${base}/1/line.json`)).body);
  expect(line.seats).toEqual({ free: 0, each: expect.any(Number) });
  expect(line.seats.each).toBeGreaterThanOrEqual(30 * 60);
  expect(line.outflow).toBeCloseTo(60 / line.seats.each, 2);

  // What an app is told.
  const last = { cookie: visitors[7]?.cookie ?? "", accept: "application/json" };
  const { wait, place } = JSON.parse((await call("GET", page, { headers: last })).body);
  expect(place.number).toBe(8);
  expect(wait.until).toBe("somebody-leaves");
  expect(wait.high).toBeGreaterThan(HOUR);

  // The page as it comes, for the same visitor.
  const shown = await call("GET", page, { headers: { cookie: last.cookie } });
  expect(shown.body).toContain(
    'id="wait-note">The site is full. You’ll be let in when someone leaves.',
  );
  expect(/id="wait">([^<]*)/.exec(shown.body)?.[1]).toMatch(/hours$/);

  // The console, for who joins now.
  const snapshot = await readSnapshot(redis, settings);
  expect(snapshot?.waitsForSeat).toBe(true);
  expect(snapshot?.expectedWaitSeconds?.high).toBeGreaterThan(HOUR);
});

test("with seats to spare, and without a cap, the wait is as long as the line takes", async () => {
  for (const activeCap of [1_000, null]) {
    const opened = await open({ queueAll: true, activeCap, outflowPerMinute: 600 });
    const { cookie } = await joinAndWait(opened);
    const headers = { cookie, accept: "application/json" };
    const { wait } = JSON.parse((await call("GET", opened.page, { headers })).body);
    expect(wait?.until).toBeUndefined();
    await (await context.lines.find(opened.settings))?.refresh();
    const { pace } = JSON.parse((await call("GET", `${opened.base}/1/line.json`)).body);
    expect(pace).toEqual(Array.from({ length: 4 }, () => expect.any(Number)));
    const snapshot = await readSnapshot(redis, opened.settings);
    expect(snapshot?.waitsForSeat).toBe(false);
    expect(snapshot?.expectedWaitSeconds?.high).toBeLessThan(10);
  }
});

test("the console tells no time where nothing is left to give away", async () => {
  const opened = await open({ queueAll: true });
  await redis.hset(
    `wr:{${opened.settings.customerId}:${opened.settings.eventId}}:line`,
    "grants",
    0,
  );
  await joinAndWait(opened);
  expect((await readSnapshot(redis, opened.settings))?.expectedWaitSeconds).toBeNull();
});
