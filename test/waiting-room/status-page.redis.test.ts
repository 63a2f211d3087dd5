import { expect, test } from "vitest";
import type { StatusPage } from "@/lib/domain/status-page/status-page";
import { removeStatusPage, writeStatusPage } from "@/lib/line/commands/status-pages";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { testRedisUrl } from "@/test/redis";
import { startTestRoom } from "@/test/waiting-room";
import { StatusPageMemory } from "@/waiting-room/visit/memory/status-page-memory";

const room = startTestRoom();
const html = { accept: "text/html" };

const PAGE: StatusPage = {
  ...{ name: "Acme", colour: "#2563eb", since: "2026-11-01T00:00:00.000Z" },
  events: [
    {
      ...{ name: "Spring Sale", state: "paused", message: "Checking <payments>." },
      ...{ startsAt: null, timeZone: "UTC" },
    },
  ],
  changes: [
    {
      ...{ id: "ab12", at: "2026-11-29T12:00:00.000Z", title: "Spring Sale: Paused" },
      message: "Checking <payments>.",
    },
  ],
};

test("a status page and its feed are public, cacheable, and the same to everybody", async () => {
  const path = `/status/${room.customerId}`;
  await writeStatusPage(room.redis, room.customerId, { page: PAGE, checkedAtMs: Date.now() });
  const page = await room.call("GET", path, { headers: html });
  expect(page.status).toBe(200);
  expect(page.body).toContain("Paused: Checking &lt;payments&gt;.");
  expect(page.body).not.toContain("<script");
  const feed = await room.call("GET", `${path}/feed.atom`);
  expect(feed.headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
  expect(feed.body).toContain('<feed xmlns="http://www.w3.org/2005/Atom"');
  expect(feed.body).toContain(
    '<content type="text">Spring Sale: Paused: Checking &lt;payments&gt;.</content>',
  );
  for (const { address, reply } of [
    { address: path, reply: page },
    { address: `${path}/feed.atom`, reply: feed },
  ]) {
    expect(reply.headers).toMatchObject({
      "cache-control": "public, max-age=30",
      "x-robots-tag": "noindex",
    });
    expect(reply.headers["set-cookie"]).toBeUndefined();
    const known = { ...html, "if-none-match": String(reply.headers["etag"]) };
    expect((await room.call("GET", address, { headers: known })).status).toBe(304);
  }
});

test("a customer without a page is not found, as one that there is not", async () => {
  const { customerId } = room;
  await removeStatusPage(room.redis, customerId);
  const memory = new StatusPageMemory(room.redis, () => Date.now() + 3_600_000);
  expect(await memory.find(customerId)).toBeNull();
  const answers = await Promise.all(
    ["nobodyhere", "none"].flatMap((id) =>
      ["", "/feed.atom"].map((end) => room.call("GET", `/status/${id}${end}`, { headers: html })),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect((await room.call("GET", "/status/nobodyhere", { headers: html })).body).toContain("<html");
});

test("while Redis is away a page is as it was seen last, and unknown where nobody asked before", async () => {
  const published = { page: PAGE, checkedAtMs: Date.now() };
  await writeStatusPage(room.redis, room.customerId, published);
  const redis = connectRedis(testRedisUrl());
  await waitForRedis(redis, 10_000);
  let nowMs = Date.now();
  const memory = new StatusPageMemory(redis, () => nowMs);
  expect(await memory.find(room.customerId)).toEqual(published);
  redis.disconnect();
  nowMs += 3_600_000;
  expect(await memory.find(room.customerId)).toEqual(published);
  await expect(memory.find("another")).rejects.toThrow();
});

test("a page that no worker has looked at for minutes says that it knows nothing", async () => {
  const memory = new StatusPageMemory(room.redis);
  const published = { page: PAGE, checkedAtMs: Date.now() - 121_000 };
  await writeStatusPage(room.redis, room.customerId, published);
  expect(await memory.find(room.customerId)).toEqual(published);
  await expect
    .poll(async () => (await room.call("GET", `/status/${room.customerId}`)).body, {
      timeout: 10_000,
    })
    .toContain("Unknown at the moment");
});
