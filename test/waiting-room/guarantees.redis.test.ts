import { expect, test } from "vitest";
import { createRun } from "@/lib/line/commands/create-run";
import { publishEvent } from "@/lib/line/commands/published";
import { startTestRoom } from "@/test/waiting-room";

const { call, id, joinAndWait, open, redis, context, turnComes } = startTestRoom();

test("a place of an older run is worth nothing, also when its number is called again", async () => {
  const opened = await open();
  const { cookie: old } = await joinAndWait(opened);
  const next = { ...opened.settings, runId: 2, version: 2 };
  await createRun(redis, next);
  await publishEvent(redis, next, null);
  await (await context.lines.find(next))?.refresh();
  const { cookie, reply } = await joinAndWait(opened);
  expect(JSON.parse(reply.body)).toMatchObject({ number: 1 });
  await turnComes(opened, cookie);
  const enter = (held: string) =>
    call("POST", `${opened.base}/enter`, { headers: { cookie: held }, form: { claim: id() } });
  expect(JSON.parse((await enter(old)).body)).toEqual({ status: "none" });
  expect(JSON.parse((await enter(cookie)).body)).toMatchObject({ status: "admitted" });
});
