import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { type Browser, expect, type Page } from "@playwright/test";
import { STANCHION_PROGRAM } from "@/tools/stack/build";
import { expectAccessible, pressStart } from "./console";
import { createEvent, makeSecretAndKey, signUp } from "./prepared";
import { test } from "./signed-in";
import { ROOM } from "./site";

/** So many people come in while the event is open and nobody waits. */
const VISITORS = 3;

async function runSale(page: Page, browser: Browser): Promise<void> {
  const { customerId } = await signUp(page);
  await makeSecretAndKey(page);
  await createEvent(page, {
    ...{ name: "Harbour", eventId: "harbour", targetUrl: "http://shop.localhost/tickets" },
    allowedHosts: [],
  });
  await pressStart(page);
  await expect(page.getByText("Dormant", { exact: true }).first()).toBeVisible();
  for (let visitor = 0; visitor < VISITORS; visitor += 1) await comeIn(browser, customerId);
  await stopSale(page);
}

async function stopSale(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const name = dialog.getByRole("textbox").first();
  if (await name.isVisible()) await name.fill("Harbour");
  await dialog.getByRole("button", { name: /^Stop/ }).click();
  await expect(page.getByText("Stopped", { exact: true }).first()).toBeVisible();
}

/** As a browser comes from the connector; it may take a moment until the waiting room knows the event. */
async function comeIn(browser: Browser, customerId: string): Promise<void> {
  const context = await browser.newContext();
  const visitor = await context.newPage();
  // Nobody answers at the shop: what counts is that they are sent there with a token, at once or in their turn.
  const sent = visitor.waitForRequest(/queueittoken/, { timeout: 120_000 });
  await visitor.goto(`${ROOM}/?c=${customerId}&e=harbour`).catch(() => null);
  await sent;
  await context.close();
}

/** What somebody gets who is not signed in. */
function readOpenly(page: Page, address: string): Promise<{ status: number; text: string }> {
  return page.evaluate(async (url) => {
    const answer = await fetch(url, { credentials: "omit", cache: "no-store" });
    return { status: answer.status, text: await answer.text() };
  }, address);
}

/** Runs the event once more, with nobody, and reads the report of the first run beside it. */
async function compareWithAnother(page: Page): Promise<void> {
  const report = page.url();
  await page.goto("/events/harbour");
  await pressStart(page);
  await expect(page.getByText("Dormant", { exact: true }).first()).toBeVisible();
  await stopSale(page);
  await page.goto(report);
  await page.getByLabel("Compare with").selectOption({ index: 1 });
  const figures = page.getByRole("region", { name: "Run 1 and run 2" });
  const joined = figures.getByRole("row", { name: /^Joined/ });
  await expect(joined).toContainText(`+${VISITORS}`);
  await expect(figures.getByRole("row", { name: /^Longest wait/ })).toBeVisible();
  await expect(page).toHaveURL(/with=/);
  await expectAccessible(page);
}

/** Somebody who has never been to the site reads the report, and checks it there. */
async function readAsStranger(browser: Browser, address: string): Promise<void> {
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "Asia/Tokyo" });
  const stranger = await context.newPage();
  const refused: string[] = [];
  stranger.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  // The worker tells the waiting rooms of it.
  await expect(async () => {
    await stranger.goto(address);
    await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("Fairness report", {
      timeout: 2_000,
    });
  }).toPass({ timeout: 60_000 });
  await expect(stranger.getByRole("row", { name: /^Admitted/ })).toContainText(String(VISITORS));
  await expect(stranger.getByText("No number was admitted twice.")).toBeVisible();
  await expect(stranger.locator("time").first()).not.toContainText("UTC");
  const button = stranger.getByRole("button", { name: "Check in this browser" });
  const verdict = stranger.getByRole("status");
  await button.click();
  await expect(verdict).toHaveText("VALID: the signature matches and all totals add up.");
  await expectAccessible(stranger);
  // What came between changes one figure.
  await stranger.route(/\/report\/.*\.json$/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(`"rows":${VISITORS}`, `"rows":${VISITORS + 1}`);
    await route.fulfill({ response: answer, body });
  });
  await button.click();
  await expect(verdict).toHaveText(/^NOT VALID: the report was changed/);
  expect(refused).toEqual([]);
  await stranger.getByRole("link", { name: "Choose your language" }).click();
  await stranger.getByRole("button", { name: "Deutsch" }).click();
  await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("Fairnessbericht");
  expect(await context.cookies()).toHaveLength(1);
  await context.close();
}

async function verify(file: string, ...options: readonly string[]): Promise<{ valid: boolean }> {
  const command = [STANCHION_PROGRAM, "verify-fairness", file, ...options, "--json"];
  const run = promisify(execFile)(process.execPath, command);
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

test.use({ storageState: { cookies: [], origins: [] } });

test("a run that is over has a report, which everybody can check once it is published", async ({
  page,
  browser,
}, info) => {
  await runSale(page, browser);
  await page.goto("/reports");
  await page.getByRole("link", { name: "Harbour" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Harbour, run 1");
  await expect(page.getByText("Numbers admitted twice")).toBeVisible();
  await expect(page.getByText(/stored admissions/)).toBeVisible();
  await expectAccessible(page);

  // The worker counts what is over once everything of it is stored.
  const published = page.getByText("Published by Ana Operator");
  await expect(async () => {
    await page.reload();
    if (!(await published.isVisible())) {
      await page.getByRole("button", { name: "Publish report" }).click({ timeout: 10_000 });
      const dialog = page.getByRole("dialog", { name: "Publish this report?" });
      await expect(dialog.getByText("Waiting at the end")).toBeVisible();
      await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    }
    await expect(published).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 300_000 });
  const link = (name: string) => page.getByRole("link", { name }).getAttribute("href");
  const address = await link("Report file (JSON)");
  const publicPage = (await link("Open public page")) ?? "";
  await readAsStranger(browser, publicPage);

  const open = await readOpenly(page, address ?? "");
  expect(open.status).toBe(200);
  const file = info.outputPath("report.json");
  await writeFile(file, open.text);
  const [key] = (await readOpenly(page, "/api/fairness/key")).text.trim().split("\n");
  expect(await verify(file, `--key=${key}`, "--database")).toMatchObject({
    ...{ valid: true, firstBad: null, report: { figures: { rows: VISITORS, numbersTwice: 0 } } },
  });
  const changed = info.outputPath("changed.json");
  await writeFile(changed, open.text.replace('"rows":3', '"rows":2'));
  expect(await verify(changed)).toMatchObject({ valid: false, firstBad: { part: "signature" } });

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Admissions as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("harbour-run-1-admissions.csv");
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv.trimEnd().split("\r\n")).toHaveLength(1 + VISITORS);

  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw report" }).click();
  await expect(page.getByRole("button", { name: "Publish report" })).toBeVisible();
  expect((await readOpenly(page, address ?? "")).status).toBe(404);
  await expect(async () => {
    expect((await page.request.get(publicPage, { maxRedirects: 0 })).status()).toBe(404);
  }).toPass({ timeout: 60_000 });

  await compareWithAnother(page);
});
