import { expect, test } from "vitest";
import { publishEvent } from "@/lib/line/commands/published";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";

const { call, context, id, joinAndWait, open, redis } = startTestRoom();

const html = { accept: "text/html", "sec-fetch-mode": "navigate" };
const START_MS = 600_000;

test("a schedule's pre-queue holds an always-on line, which goes on at the start by its own clock", async () => {
  const opened = await open({ outflowPerMinute: 6_000 });
  const { settings, page, base } = opened;
  const ask = (cookie: string) => call("GET", page, { headers: { ...html, cookie } });
  const enter = async (cookie: string) => {
    const options = { headers: { cookie }, form: { claim: id() } };
    return JSON.parse((await call("POST", `${base}/enter`, options)).body);
  };
  const line = await context.lines.find(settings);
  const follow = async (changes: Partial<typeof settings>) => {
    await publishEvent(redis, { ...settings, ...changes }, null);
    await line?.refresh();
    expect(line?.settings.version).toBe(changes.version);
  };
  const pass = async (ms: number) => {
    await passTime(redis, settings, ms);
    for (let step = 0; step < 4; step += 1) {
      await passTime(redis, settings, 500);
      await line?.refresh();
    }
  };
  await pass(1_000);
  expect((await ask("")).status).toBe(302);
  const startAtMs = (line?.lineNow() ?? 0) + START_MS;
  await follow({ version: 2, kind: "scheduled", startAtMs, preQueueMinutes: 10 });
  const early = await joinAndWait(opened);
  expect(JSON.parse(early.reply.body).number).toBeGreaterThan(1);
  await pass(60_000);
  expect((await ask("")).status).toBe(200);
  expect(await enter(early.cookie)).toMatchObject({ status: "wait" });
  await call("POST", `${base}/near`, { headers: { cookie: early.cookie } });
  await pass(START_MS - 60_000);
  expect(await enter(early.cookie)).toMatchObject({ status: "admitted" });
  await follow({ version: 3 });
  await pass(10_000);
  expect((await ask("")).status).toBe(302);
});
