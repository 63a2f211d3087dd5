import { expect, type Page } from "@playwright/test";
import { chooseOption, expectAccessible, hearing, saveSection } from "./console";
import { createEvent } from "./prepared";
import { createHarbour, test } from "./signed-in";

// A live rehearsal is one at a time in an installation, and what-ifs share the worker's one thread.
test.describe.configure({ mode: "serial" });

const PLAYED = { timeout: 240_000 };
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const number = (page: Page, label: RegExp) => page.getByRole("textbox", { name: label });

async function fillNumber(page: Page, label: RegExp, value: number): Promise<void> {
  await number(page, label).first().fill(`${value}`);
  await number(page, label).first().blur();
}

test("a what-if says when a sale clears, with and without a change, and can be opened again", async ({
  page,
}) => {
  await createHarbour(page);
  await page.goto("/rehearsals/new");
  await page.getByLabel("Name", { exact: true }).fill("Twice as many");
  await fillNumber(page, /^Peak/, 300);
  await fillNumber(page, /^Length/, 6);
  await fillNumber(page, /^Outflow/, 120);
  await fillNumber(page, /^Active cap/, 500);
  await fillNumber(page, /^Visit length/, 3);
  await page.getByText("Compare with other settings").click();
  await button(page, "Run simulation").click();
  await page.waitForURL(/\/rehearsals\/reh_/);
  await expect(page.getByRole("heading", { name: "What to expect" })).toBeVisible(PLAYED);
  const cleared = page.getByRole("row", { name: /^Cleared after/ });
  await expect(cleared.getByRole("cell").nth(1)).toHaveText(/\d+–\d+ min/);
  await expect(cleared.getByRole("cell").nth(2)).toHaveText(/\d+–\d+ min|no queue/);
  await expect(page.locator("[data-chart]")).toHaveCount(2);
  await expectAccessible(page);
  await page.goto("/rehearsals");
  await page.getByRole("link", { name: "Twice as many" }).click();
  await expect(page.getByRole("heading", { name: "Inputs" })).toBeVisible();
  await expect(page.getByText(/rush, 300 at the peak, 6 min/)).toBeVisible();
  await expect(page.getByText(/at most 500 on the site, for 3 min each/).first()).toBeVisible();
});

test("a what-if follows the event that is chosen, keeps what was typed, and says what it leaves out", async ({
  page,
}) => {
  const path = await createHarbour(page);
  const pier = { name: "Pier", eventId: path.replace("/events/", "p") };
  await createEvent(page, {
    ...pier,
    targetUrl: "http://shop.localhost/pier",
    allowedHosts: [],
  });
  await page.goto(`/events/${pier.eventId}/settings/admission`);
  await hearing(number(page, /^Outflow/));
  await fillNumber(page, /^Outflow/, 240);
  await fillNumber(page, /^Active cap/, 900);
  await fillNumber(page, /^Line limit/, 5_000);
  await saveSection(page);
  await page.goto(path);
  await page.getByRole("link", { name: "Rehearse", exact: true }).click();
  const event = page.getByRole("combobox", { name: "Event" });
  await expect(event).toHaveValue(path.replace("/events/", ""));
  await expect(number(page, /^Outflow/)).toHaveValue("600");
  await expect(number(page, /^Active cap/)).toHaveValue("");
  await expect(page.getByText(/is not simulated./)).toHaveCount(0);
  await hearing(number(page, /^Peak/));
  await fillNumber(page, /^Peak/, 77);
  await chooseOption(page, "Event", /^Pier$/);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Simulation of Pier");
  await expect(number(page, /^Outflow/)).toHaveValue("240");
  await expect(number(page, /^Active cap/)).toHaveValue("900");
  await expect(number(page, /^Peak/)).toHaveValue("77");
  await expect(page.getByText(/^The line limit is not simulated./)).toBeVisible();
  await expectAccessible(page);
  await fillNumber(page, /^Length/, 3);
  await button(page, "Run simulation").click();
  await page.waitForURL(/\/rehearsals\/reh_/);
  await expect(page.getByRole("heading", { name: "What to expect" })).toBeVisible(PLAYED);
  await expect(page.getByText(/^The line limit is not simulated./)).toBeVisible();
});

test("a file that is wrong is refused with the line and the reason, and what was typed stays", async ({
  page,
}) => {
  await createHarbour(page);
  await page.goto("/rehearsals/new");
  await page.getByText("File", { exact: true }).click();
  const bytes = Buffer.from("minute,arrivals\n0,120\n1,many\n0,5\n");
  await page
    .getByLabel("Arrivals file", { exact: true })
    .setInputFiles({ name: "arrivals.csv", mimeType: "text/csv", buffer: bytes });
  const wrong = 'Line 3: "many" is not a whole number of arrivals.';
  await expect(page.getByText(wrong).first()).toBeVisible();
  await button(page, "Run simulation").click();
  const typed = page.getByLabel("Minute and arrivals");
  await expect(typed).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("Line 4: Minute 0 is already on line 2.").first()).toBeVisible();
  await expect(typed).toHaveValue(bytes.toString());
  await expect(page).toHaveURL(/\/rehearsals\/new$/);
  await typed.fill("minute,arrivals\n0,120\n1,100\n");
  await expect(page.getByText("220 visitors in 2 minutes.")).toBeVisible();
  await button(page, "Run simulation").click();
  await page.waitForURL(/\/rehearsals\/reh_/);
  await expect(page.getByRole("heading", { name: "What to expect" })).toBeVisible(PLAYED);
});

test("one click runs a test sale at a copy, marked as a test, and stopping it leaves nothing", async ({
  page,
  browser,
}) => {
  await createHarbour(page);
  await page.goto("/rehearsals");
  await button(page, "Run test sale").click();
  await page.waitForURL(/\/rehearsals\/reh_/);
  await expect(page.getByText("Test", { exact: true })).toBeVisible();
  await expect(page.locator("[data-chart]")).toBeVisible();
  await expect(page.locator("[data-slot=metric]").filter({ hasText: /^Waiting/ })).toContainText(
    /Waiting[1-9]/,
  );
  await expect(page.getByText(/\d errors?:/)).toHaveCount(0);

  const copy = await page.getByRole("link", { name: "The copy’s live page" }).getAttribute("href");
  const waitingPage = page.getByRole("link", { name: "Join the line yourself" });
  const visitor = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  await visitor.goto((await waitingPage.getAttribute("href")) ?? "");
  await expect(visitor.locator("#test-banner")).toContainText("This is a rehearsal");
  await expect(visitor.getByText(/^Test: /)).toBeVisible();
  await expectAccessible(visitor);
  await visitor.context().close();

  await button(page, "Stop the rehearsal").click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop rehearsal" }).click();
  await expect(page.getByText("Stopped", { exact: true })).toBeVisible();
  await expect(page.locator("[data-chart]")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/events");
  await expect(page.getByText(/^Test: /)).toHaveCount(0);
  await expect(async () => {
    await page.goto(copy ?? "");
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible({
      timeout: 3_000,
    });
  }).toPass({ timeout: 120_000 });
});
