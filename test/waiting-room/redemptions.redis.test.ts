import { expect, test } from "vitest";
import { readReportTotals } from "@/lib/line/commands/redemptions";
import { reportKeys } from "@/lib/line/keys";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";

const { call, customerId, id, open, redis } = startTestRoom();

type Opened = Awaited<ReturnType<typeof open>>;

const hash = (index = 0) => index.toString(16).padStart(16, "0");

/** One use of the event's admission `q`; the same token unless another `h` is given. */
const use = ({ settings }: Opened, q: string, h = hash()) => ({ e: settings.eventId, q, h });

async function report({ settings }: Opened, body: unknown) {
  const reply = await call("POST", `/status/activity/${customerId}/${settings.eventId}`, {
    headers: { "content-type": "application/json", "api-key": "stn_key" },
    body: JSON.stringify(body),
  });
  return { status: reply.status, refused: JSON.parse(reply.body).refused };
}

test("of two who come in with one pass, the one reported later is refused", async () => {
  const opened = await open();
  const q = id();
  expect(await report(opened, { instance: "one", used: [use(opened, q)] })).toMatchObject({
    refused: [],
  });
  expect(await report(opened, { instance: "two", used: [use(opened, q)] })).toMatchObject({
    refused: [q],
  });
  expect(await report(opened, { instance: "one", used: [use(opened, q)] })).toMatchObject({
    refused: [],
  });
});

test("a renewed token is another admission, and so is another visitor", async () => {
  const opened = await open();
  const q = id();
  await report(opened, { instance: "one", used: [use(opened, q, hash(1))] });
  const later = [use(opened, q, hash(2)), use(opened, id(), hash(1))];
  expect(await report(opened, { instance: "two", used: later })).toMatchObject({ refused: [] });
});

test("a report whose answer was lost may be repeated under its name", async () => {
  const opened = await open();
  const used = [use(opened, id())];
  await report(opened, { batch: "b1", used, failOpen: 5 });
  expect(await report(opened, { batch: "b1", used, failOpen: 5 })).toMatchObject({ refused: [] });
  expect(await report(opened, { batch: "b2", used })).toMatchObject({ refused: [used[0]?.q] });
  expect(await readReportTotals(redis, opened.settings)).toMatchObject({
    used: 1,
    refused: 1,
    failOpen: 5,
  });
});

test("without a name each report stands for itself", async () => {
  const opened = await open();
  const used = [use(opened, id())];
  await report(opened, { used });
  expect(await report(opened, { used })).toMatchObject({ refused: [used[0]?.q] });
});

test("reports that come at the same moment have one winner", async () => {
  const opened = await open();
  const q = id();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      report(opened, { instance: `i${index}`, used: [use(opened, q)] }),
    ),
  );
  expect(answers.filter(({ refused }) => refused.length === 0)).toHaveLength(1);
});

test("a use is known for as long as its token could be used, and forgotten afterwards", async () => {
  const opened = await open();
  const q = id();
  const minutes = (count: number) => passTime(redis, opened.settings, count * 60_000);
  await report(opened, { instance: "one", used: [use(opened, q)] });
  await minutes(12);
  await report(opened, { instance: "one", used: [use(opened, id())] });
  expect(await report(opened, { instance: "two", used: [use(opened, q)] })).toMatchObject({
    refused: [q],
  });
  await minutes(13);
  await report(opened, { instance: "one", used: [use(opened, id())] });
  expect(await report(opened, { instance: "two", used: [use(opened, q)] })).toMatchObject({
    refused: [],
  });
  const { usedEven, usedOdd } = reportKeys(opened.settings);
  expect((await redis.hlen(usedEven)) + (await redis.hlen(usedOdd))).toBeLessThanOrEqual(4);
});

test("a thousand uses fit in one report and leave no key for a visitor", async () => {
  const opened = await open();
  const before = await redis.keys(`wr:{${customerId}:${opened.settings.eventId}}*`);
  const used = Array.from({ length: 1_000 }, (_, index) =>
    use(opened, crypto.randomUUID(), hash(index)),
  );
  expect(await report(opened, { instance: "one", used })).toEqual({ status: 200, refused: [] });
  const after = await redis.keys(`wr:{${customerId}:${opened.settings.eventId}}*`);
  expect(after.length - before.length).toBeLessThanOrEqual(3);
});
