import { expect, test } from "vitest";
import { publishEvent } from "@/lib/line/commands/published";
import { removeCustomerKeys } from "@/lib/line/commands/remove-customer";
import { startTestRoom } from "@/test/waiting-room";

const { call, context, cookieOf, customerId, joinAndWait, open, redis } = startTestRoom();

const html = { accept: "text/html", "sec-fetch-mode": "navigate" };

test("who waits at an event of a deleted customer reads that it has ended, and connectors are told", async () => {
  const opened = await open({ queueAll: true });
  const { cookie } = await joinAndWait(opened);
  const line = await context.lines.find(opened.settings);
  const version = opened.settings.version + 1;
  await publishEvent(redis, { ...opened.settings, version, status: "stopped" }, null);
  while ((line?.settings.version ?? 0) < version) await line?.refresh();
  expect(await removeCustomerKeys(redis, customerId)).toBeGreaterThan(10);
  await line?.refresh();
  const page = await call("GET", opened.page, { headers: { ...html, cookie } });
  expect([page.status, page.body.includes(">This has ended</h1>")]).toEqual([200, true]);
  const seen = await call("GET", `${opened.base}/status`, { headers: { cookie } });
  expect(JSON.parse(seen.body)).toMatchObject({ line: { phase: "stopped" } });
  const joined = await joinAndWait(opened);
  expect([joined.reply.status, cookieOf(joined.reply)]).toEqual([503, ""]);
  while ((await context.customers.find(customerId)) !== null) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const pull = await call("GET", `/status/integrationconfig/secure/${customerId}`, {
    headers: { "api-key": "stn_key" },
  });
  expect(pull.status).toBe(401);
  expect(JSON.parse(pull.body)).toMatchObject({ code: "api-key-refused" });
  expect(await redis.keys(`wr:{${customerId}*`)).toEqual([]);
});
