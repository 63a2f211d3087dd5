import { expect, test } from "vitest";
import { createRun } from "@/lib/line/commands/create-run";
import { publishEvent } from "@/lib/line/commands/published";
import { testSettings } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";

const HOUR_MS = 3_600_000;
const BRAND = { name: "Northwind", colour: "#0044cc", logo: null };
const room = startTestRoom();
const { call, context, customerId, redis } = room;

/** An event that its operator has saved and not started: it has no line. */
async function saved(overrides: Parameters<typeof testSettings>[0]) {
  const status = "draft" as const;
  const settings = testSettings({ customerId, status, brand: BRAND, ...overrides });
  await publishEvent(redis, settings, null);
  const page = `/?c=${customerId}&e=${settings.eventId}`;
  return { settings, page, base: `/line/${customerId}/${settings.eventId}` };
}

const scheduled = () => ({ kind: "scheduled", startAtMs: Date.now() + 2 * HOUR_MS }) as const;

test("a scheduled event counts down from the moment its start is saved, and opens by itself", async () => {
  const { settings, page, base } = await saved({ ...scheduled(), preQueueMinutes: 60 });
  const shown = await call("GET", page);
  expect(shown.status).toBe(200);
  expect(shown.body).toContain('data-screen="before"');
  expect(shown.body).toContain("Northwind");
  expect(shown.body).toMatch(/id="figure">(2:00:00|1:59:\d\d)</);
  expect(shown.body).toContain("Joining opens");
  expect(shown.body).not.toContain('"joinable"');
  // There is no place to move or to give back.
  expect(shown.body).toMatch(/<a id="move"[^>]* hidden>/);
  expect(shown.body).toMatch(/<form id="leave"[^>]* hidden>/);
  expect(shown.body).not.toContain('"placed"');
  const look = async () => JSON.parse((await call("GET", `${base}/0/line.json`)).body);
  const told = await look();
  expect(told).toMatchObject({ phase: "draft", startAt: settings.startAtMs });
  expect(Math.abs(told.now - Date.now())).toBeLessThan(5_000);
  expect(told.nextAt).toBe((settings.startAtMs ?? 0) - HOUR_MS);
  expect((await call("GET", `${base}/texts.json?cid=en`)).status).toBe(200);
  expect((await call("GET", `${base}/language?cid=en`)).status).toBe(200);
  const joined = await call("POST", `${base}/join`, { form: { joinId: room.id() } });
  expect(JSON.parse(joined.body).code).toBe("not-open");

  const started = { ...settings, version: 2, status: "open" as const, preQueueMinutes: 180 };
  await createRun(redis, started);
  await publishEvent(redis, started, null);
  const line = await context.lines.find(settings);
  await line?.refresh();
  await line?.refresh();
  expect(await look()).toMatchObject({ phase: "pre-queue" });
});

test("an event without a time is not open yet, in its brand, and looks again by itself", async () => {
  const { page } = await saved({ name: "Spring sale" });
  const shown = await call("GET", page);
  expect(shown.status).toBe(404);
  expect(shown.body).toContain("Northwind");
  expect(shown.body).toContain("Spring sale");
  expect(shown.headers["refresh"]).toBe("30");
});

test("a program is told that the event is not open", async () => {
  const { page } = await saved(scheduled());
  const told = await call("GET", page, { headers: { accept: "application/json" } });
  expect(told.status).toBe(404);
  expect(JSON.parse(told.body).code).toBe("not-open");
});
