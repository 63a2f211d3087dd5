import { expect } from "@playwright/test";
import { db, disconnectDb } from "@/lib/db/client";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { env } from "@/lib/platform/env";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import type { OverviewListing } from "@/lib/services/operation/live/list-overview";
import {
  addQueueRule,
  expectAccessible,
  HASHES_TIMEOUT_MS,
  pressStart,
  publish,
  readOnce,
} from "./console";
import { signUp } from "./prepared";
import { createHarbour, test } from "./signed-in";

/** What the overview and the wall ask for. */
const LISTING = "**/api/v1/overview/listing?*";

const redis = connectRedis(env.redisUrl());
test.beforeAll(() => waitForRedis(redis, 10_000));
test.afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

/** The key of an event's line, once it is there. */
async function lineOf(path: string): Promise<string> {
  const wireId = path.split("/").at(-1) ?? "";
  const event = await db().event.findFirstOrThrow({
    where: { wireId },
    include: { customer: true },
  });
  const { line } = eventKeys(eventRef(event, event.customer));
  await expect(async () => expect(await redis.hget(line, "run")).not.toBeNull()).toPass();
  return line;
}

/** As if so many had joined: the console shows what the line says. */
async function wait(path: string, count: number): Promise<void> {
  await redis.hset(await lineOf(path), "last", String(count));
}

/** As after a loss: nothing is given for so long. */
async function lose(path: string, seconds: number): Promise<void> {
  const [now] = await redis.time();
  await redis.hset(await lineOf(path), "holdUntilMs", String((Number(now) + seconds) * 1_000));
}

test("the overview shows the crowd of every open event, in one request", async ({ page }) => {
  const path = await createHarbour(page);
  await pressStart(page);
  await expect(page.getByText(/Dormant|Opening/).first()).toBeVisible();
  await wait(path, 11_990);
  const asked: string[] = [];
  // The live page asks for itself until it is left.
  await page.goto("about:blank");
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/v1/")) asked.push(pathname);
  });
  await page.goto("/overview");
  const id = path.split("/").at(-1) ?? "";
  const row = page.getByRole("row").filter({ hasText: id });
  // People are let in meanwhile, ten a second.
  await expect(row).toContainText(/11,\d{3} waiting/);
  await expect(row).toContainText("Queueing");
  await expect(row).toContainText(/\/min/);
  await wait(path, 23_990);
  await expect(row).toContainText(/23,\d{3} waiting/);
  await expect(page.getByText(/Live · updated \d+ s ago/)).toBeVisible();
  expect(new Set(asked)).toEqual(new Set(["/api/v1/overview/listing"]));
  await expectAccessible(page);

  await page.getByRole("searchbox", { name: "Search events" }).fill("nothing is called so");
  await expect(page.getByText("No match for “nothing is called so”")).toBeVisible();
  await expect(page).toHaveURL(/q=nothing/);
  await page.getByRole("button", { name: "Show all events" }).click();
  await page.getByRole("searchbox", { name: "Search events" }).fill(id);
  await expect(page.getByRole("row").filter({ hasText: id })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: id })).toBeVisible();
});

test("when answers stop the last figures stay, and it says so until they come again", async ({
  page,
}) => {
  test.slow();
  const path = await createHarbour(page);
  const answered = page.waitForResponse(LISTING);
  await page.goto("/overview?show=all");
  const id = path.split("/").at(-1) ?? "";
  // Next.js would add names of its own: this came from the server around it.
  expect((await answered).headers()["vary"]).toBe("accept-encoding");
  await expect(page.getByText(/Live · updated [1-9]\d* s ago/)).toBeVisible();
  await page.route(LISTING, (route) => route.abort());
  await expect(page.getByText(/No response for \d+ s/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("row").filter({ hasText: id })).toBeVisible();
  await page.unroute(LISTING);
  await expect(page.getByText(/Live · updated/)).toBeVisible({ timeout: 30_000 });
});

test("several events are paused at once, and what was refused is said", async ({ page }) => {
  const paths = [await createHarbour(page), await createHarbour(page)];
  const ids = paths.map((path) => path.split("/").at(-1) ?? "");
  for (const path of paths) {
    await page.goto(path);
    await pressStart(page);
    await expect(page.getByText(/Dormant|Opening/).first()).toBeVisible();
  }
  await page.goto("/overview?show=all");
  const row = (id: string) => page.getByRole("row").filter({ hasText: id });
  for (const id of ids) await row(id).getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "Selected events" });
  await expect(bar).toContainText("2 events selected");
  // What is ticked stays so, whatever is listed.
  const search = page.getByRole("searchbox", { name: "Search events" });
  await search.fill(ids[0] ?? "");
  await expect(row(ids[1] ?? "")).toBeHidden();
  await expect(bar).toContainText("2 events selected");
  await bar.getByRole("button", { name: "Pause" }).click();
  const dialog = page.getByRole("dialog", { name: "Pause 2 events?" });
  await expect(dialog).toContainText("0 visitors waiting");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Pause 2 events" }).click();
  await expect(dialog).toBeHidden();
  await expect(bar).toBeHidden();
  await search.fill("");
  for (const id of ids) await expect(row(id)).toContainText("Paused");

  await row(ids[0] ?? "")
    .getByRole("button", { name: /^Actions of/ })
    .click();
  await page.getByRole("menuitem", { name: "Resume" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resume 1 event" }).click();
  await expect(row(ids[0] ?? "")).not.toContainText("Paused");
});

test("the wall shows what fails and recovers, and keeps its figures while the network is away", async ({
  page,
}) => {
  test.slow();
  const path = await createHarbour(page);
  await pressStart(page);
  await expect(page.getByText(/Dormant|Opening/).first()).toBeVisible();
  await wait(path, 4_990);
  await page.addInitScript(() => {
    const { createOscillator } = AudioContext.prototype;
    AudioContext.prototype.createOscillator = function count() {
      const { dataset } = document.documentElement;
      dataset["notes"] = String(Number(dataset["notes"] ?? 0) + 1);
      return createOscillator.call(this);
    };
  });
  const expectNotes = (count: number) =>
    expect(page.locator("html")).toHaveAttribute("data-notes", String(count));
  await page.goto("/wall");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expect(page.getByText(/^[1-9][\d,]* waiting$/).first()).toBeVisible();
  await page.getByRole("switch", { name: "Alert me to problems" }).click({ force: true });
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expectNotes(2);
  await expectAccessible(page);
  await lose(path, 20);
  const news = page.getByRole("status").filter({ hasText: "Harbour" });
  await expect(news).toHaveText(/UTC Harbour: Recovering$/);
  await expectNotes(4);
  await expect(page.getByRole("listitem").filter({ hasText: "Recovering" }).first()).toBeVisible();
  await expect(news).toContainText("Resolved: Harbour: Recovering");
  await expectNotes(6);
  await expect(page.getByText("No problems")).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(/No response. These are the figures of/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(/^[1-9][\d,]* waiting$/).first()).toBeVisible();
  await page.context().setOffline(false);
  const live = page.getByText("Live", { exact: true });
  await expect(live).toBeVisible({ timeout: 60_000 });
  // A console that hangs.
  await page.route(LISTING, () => undefined);
  await expect(page.getByText(/^Updated \d s ago$/)).toBeVisible();
  await expect(page.getByText(/No response. These are the figures of/)).toBeVisible();
  await page.unroute(LISTING);
  await expect(live).toBeVisible();
  // What it answers while Redis is away, as its own test shows.
  await page.route(LISTING, async (route) => {
    const response = await route.fetch();
    const seen: OverviewListing = await response.json();
    const events = seen.page.events.map((event) => ({ ...event, phase: null, waiting: null }));
    const page = { ...seen.page, events };
    await route.fulfill({ response, json: { ...seen, page, isServed: null } });
  });
  const status = page.getByRole("status").filter({ hasText: "The lines can’t be reached" });
  await expect(status.first()).toBeVisible();
  await expect(page.getByText("Unknown", { exact: true })).toBeVisible();
  await expect(page.getByText("No figures", { exact: true })).toBeVisible();
  await page.unroute(LISTING);
  await expect(live).toBeVisible();
  await expect(page.getByText(/^[1-9][\d,]* waiting$/).first()).toBeVisible();
});

test("a session that ends elsewhere shows nothing more within ten seconds", async ({ page }) => {
  test.slow();
  await page.goto("/overview");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const userId = await page.evaluate(async () => {
    const answer = await fetch("/api/auth/session");
    return String((await answer.json()).userId);
  });
  const lastSeen = (lastSeenAt: Date) =>
    db().session.updateMany({ where: { userId }, data: { lastSeenAt } });
  // Another process of the installation ends it: this one is told by nobody.
  await lastSeen(new Date(0));
  try {
    await expect(async () => {
      const status = await page.evaluate(async () => (await fetch("/api/v1/overview")).status);
      expect(status).toBe(401);
    }).toPass({ timeout: 30_000 });
    await page.goto("/overview");
    await expect(page).toHaveURL(/sign-in/);
  } finally {
    await lastSeen(new Date());
  }
});

test("the first steps are taken in place and tick themselves", async ({ browser }) => {
  test.setTimeout(HASHES_TIMEOUT_MS * 2);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signUp(page);
  await page.goto("/overview");
  await expect(page).toHaveURL(/\/overview/);
  const path = page.getByRole("region", { name: "Protect your first page" });
  await expect(path).toContainText("0 of 5 done");
  await expectAccessible(page);
  await path.getByText("Generate a secret and an API key").click();
  // What is shown once stays until it is closed, though its button and its step are gone meanwhile.
  await path.getByRole("button", { name: "Generate a secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Generate" }).click();
  await expect(page.locator("main button", { hasText: "Generate a secret" })).toHaveCount(0);
  await readOnce(page, "Your new secret");
  await path.getByRole("button", { name: "Create an API key" }).click();
  await page.getByLabel("What is it for?").fill("Shop");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("1 of 5 done")).toBeVisible();
  await readOnce(page, "Your new API key");
  // A colleague, in another tab.
  const colleague = await context.newPage();
  await createHarbour(colleague);
  await expect(path).toContainText("2 of 5 done", { timeout: 20_000 });
  await path.getByText("Make a test visit").click();
  await path.getByRole("button", { name: "Start Harbour" }).click();
  // The last step shows the page on which visitors wait.
  await path.getByRole("button", { name: "Pause Harbour" }).click();
  await expect(path).toContainText("to see the waiting page. Then resume");
  await path.getByRole("button", { name: "Resume Harbour" }).click();
  await expect(path.getByRole("button", { name: "Pause Harbour" })).toBeVisible();
  await path.getByRole("button", { name: "Create staff link" }).click();
  await page.getByRole("textbox").first().fill("Test visit");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Create/ })
    .click();
  const link = await page.getByRole("dialog").locator("code").textContent();
  await page.getByRole("button", { name: "I have stored it" }).click();
  const visitor = await context.newPage();
  await visitor.goto((link ?? "").trim());
  const entered = visitor.waitForResponse((answer) => answer.request().method() === "POST");
  // Where they are sent is nobody's page.
  await visitor.getByRole("button", { name: "Go past the line" }).click({ noWaitAfter: true });
  expect((await entered).status()).toBe(303);
  await visitor.close();
  // Whoever came through shows that a connector is not missing, either.
  await expect(path).toContainText("4 of 5 done", { timeout: 60_000 });
  await addQueueRule(colleague, { name: "Tickets", value: "/tickets" });
  await publish(colleague);
  // Nothing vanishes without a word.
  const finished = page.getByRole("region", { name: "Setup complete" });
  await expect(finished).toContainText("5 of 5 done", { timeout: 20_000 });
  await page.reload();
  await expect(finished).toContainText("a visitor has come through the waiting room");
  await expectAccessible(page);
  await finished.getByRole("button", { name: "Close" }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(finished).toBeHidden();
  await context.close();
});
