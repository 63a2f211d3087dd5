import { expect, test } from "vitest";
import { publishEvent } from "@/lib/line/commands/published";
import { pretendLoss } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";

// What the room logs fails here.
const { call, context, cookieOf, customerId, id, joinAndWait, open, redis, turnComes } =
  startTestRoom();

type Opened = Awaited<ReturnType<typeof open>>;

async function change({ settings }: Opened, changes: Partial<Opened["settings"]>): Promise<void> {
  await publishEvent(redis, { ...settings, ...changes, version: settings.version + 1 }, null);
  await (await context.lines.find(settings))?.refresh();
}

const enter = (opened: Opened, cookie: string) =>
  call("POST", `${opened.base}/enter`, {
    headers: { cookie, accept: "application/json" },
    form: { claim: id() },
  });

test("whoever goes in past a line that Redis has just lost is in, and nothing is logged", async () => {
  const opened = await open({ queueAll: true });
  const { cookie } = await joinAndWait(opened);
  await change(opened, { method: "passthrough" });
  await pretendLoss(redis, opened.settings);
  const reply = await enter(opened, cookie);
  expect(reply.status).toBe(200);
  expect(JSON.parse(reply.body)).toMatchObject({ status: "admitted" });
});

test("whoever ends the visit meanwhile reads that it is over, and nothing is logged", async () => {
  const opened = await open({ activeCap: 10, queueAll: true });
  const { cookie } = await joinAndWait(opened);
  await turnComes(opened, cookie);
  const admitted = await enter(opened, cookie);
  expect(JSON.parse(admitted.body)).toMatchObject({ status: "admitted" });
  await pretendLoss(redis, opened.settings);
  const reply = await call("GET", `/cancel/${customerId}/${opened.settings.eventId}`, {
    headers: { cookie: cookieOf(admitted) },
  });
  expect(reply.status).toBe(200);
});
