import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { formatAccessCode, makeAccessCodes } from "@/lib/domain/access-code/access-code";
import type { EventSettings } from "@/lib/domain/event/settings";
import { setLimit } from "@/lib/line/commands/limits";
import { readMinutes } from "@/lib/line/commands/minutes";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";

const { call, context, id, joinAndWait, open, redis, turnComes } = startTestRoom();

type Opened = Awaited<ReturnType<typeof open>>;

const NAVIGATION = { accept: "text/html", "sec-fetch-mode": "navigate" };

/** What the line has been told of an event, by figure. */
async function counted({ settings }: Opened): Promise<Record<string, number>> {
  await (await context.lines.find(settings))?.refresh();
  const sums: Record<string, number> = {};
  for (const { kind, value } of (await readMinutes(redis, settings)).figures) {
    sums[kind] = (sums[kind] ?? 0) + value;
  }
  return sums;
}

const join = ({ base }: Opened, form: Record<string, string> = {}) =>
  call("POST", `${base}/join`, { form: { joinId: id(), ...form } });

test("arrivals are people who open the page and have no place", async () => {
  const opened = await open({ queueAll: true });
  const visit = (headers: Record<string, string>) => call("GET", opened.page, { headers });
  await visit(NAVIGATION);
  await visit(NAVIGATION);
  await visit({ ...NAVIGATION, purpose: "prefetch" });
  await call("HEAD", opened.page, { headers: NAVIGATION });
  const { cookie } = await joinAndWait(opened);
  await visit({ ...NAVIGATION, cookie });
  expect(await counted(opened)).toEqual({ arrivals: 2, joins: 1 });
});

test("a join that is sent again counts once", async () => {
  const opened = await open({ queueAll: true });
  const joinId = id();
  await join(opened, { joinId });
  await join(opened, { joinId });
  expect(await counted(opened)).toEqual({ joins: 1 });
});

test("who goes straight in has joined, too", async () => {
  const opened = await open();
  const line = await context.lines.find(opened.settings);
  await passTime(redis, opened.settings, 900);
  await line?.refresh();
  const reply = await call("GET", opened.page, { headers: NAVIGATION });
  expect(reply.status).toBe(302);
  expect(await counted(opened)).toEqual({ arrivals: 1, joins: 1 });
});

describe("a refusal is counted by its reason", () => {
  const anHour = 3_600_000;
  const inAnHour = () => Date.now() + anHour;

  test.each<[string, () => Partial<EventSettings>]>([
    ["refused-early", () => ({ kind: "scheduled", startAtMs: inAnHour(), preQueueMinutes: 1 })],
    ["refused-ended", () => ({ status: "stopped" })],
    ["refused-closed", () => ({ method: "reject" })],
    ["refused-uninvited", () => ({ inviteOnly: true })],
  ])("%s", async (reason, settings) => {
    const opened = await open({ queueAll: true, ...settings() });
    await join(opened);
    expect(await counted(opened)).toEqual({ [reason]: 1 });
  });

  test("refused-full, each time that somebody is told so", async () => {
    const opened = await open({ queueAll: true, lineLimit: 1 });
    await join(opened);
    const joinId = id();
    for (let attempt = 0; attempt < 3; attempt += 1) await join(opened, { joinId });
    expect(await counted(opened)).toEqual({ joins: 1, "refused-full": 3 });
  });

  test("refused-ended at the page, when the end has passed", async () => {
    const opened = await open({ kind: "scheduled", startAtMs: 1_000, endAtMs: 2_000 });
    await call("GET", opened.page, { headers: NAVIGATION });
    expect(await counted(opened)).toEqual({ arrivals: 1, "refused-ended": 1 });
  });

  test("refused-code for one that is mistyped and for one that nobody made", async () => {
    const opened = await open({ queueAll: true });
    const [code = ""] = makeAccessCodes(1, randomBytes);
    await join(opened, { code: "no code" });
    await join(opened, { code: formatAccessCode(code) });
    expect(await counted(opened)).toEqual({ "refused-code": 2 });
  });

  test("refused-sold-out", async () => {
    const opened = await open({ queueAll: true });
    const { cookie } = await joinAndWait(opened);
    await turnComes(opened, cookie);
    await setLimit(redis, opened.settings, "stock", 0);
    const form = { claim: randomBytes(16).toString("base64url") };
    const reply = await call("POST", `${opened.base}/enter`, { form, headers: { cookie } });
    expect(JSON.parse(reply.body)).toMatchObject({ status: "soldout" });
    expect(await counted(opened)).toMatchObject({ "refused-sold-out": 1 });
  });

  test("refused-held by the lottery", async () => {
    const share = { type: "percentage", percent: 1 } as const;
    const identity = { by: "parameter", name: "member" } as const;
    const opened = await open({ admission: { share, holdSeconds: 60, identity } });
    const asked = Array.from({ length: 20 }, (_, index) =>
      call("GET", `${opened.page}&member=m${index}`, { headers: NAVIGATION }),
    );
    const held = (await Promise.all(asked)).filter(({ status }) => status === 200).length;
    expect(await counted(opened)).toMatchObject({ arrivals: 20, "refused-held": held });
  });
});
