import { expect, type Page } from "@playwright/test";
import { db, disconnectDb } from "@/lib/db/client";
import { expectAccessible, fillNewEvent, pressStart, saveSection, tick } from "./console";
import { createHarbour, test } from "./signed-in";
import { ROOM } from "./site";

test.afterAll(() => disconnectDb());

const notices = (page: Page) => page.getByRole("list", { name: "Notices" });
const metric = (page: Page, label: string) =>
  page.locator("[data-slot=metric]").filter({ has: page.getByText(label, { exact: true }) });

test("a draft with a start says everywhere that it won't open, until it is scheduled; what waits hears of a sooner start", async ({
  page,
  browser,
}) => {
  const path = await createHarbour(page);
  await page.goto(`${path}/settings/schedule`);
  await tick(page.getByRole("radio", { name: /^Scheduled/ }));
  const start = page.getByLabel("Start", { exact: true });
  await start.fill("2020-01-03T10:00");
  await expect(
    page.getByText(/^Fri, 3 January 2020 at 10:00, .* ago\. Visitors are/),
  ).toBeVisible();
  await start.fill("2099-05-01T10:00");
  await expect(page.getByText(/^Fri, 1 May 2099 at 10:00, in .* days/)).toBeVisible();
  await saveSection(page);
  await expect(page.getByText(/nothing opens at these times until you/)).toBeVisible();

  await page.goto(path);
  await expect(notices(page)).toContainText(
    "won't open on 1 May 2099, 10:00 UTC until you schedule",
  );
  await expect(metric(page, "Opens")).toContainText(/1 May 2099, 10:00 UTC/);
  await expect(page.getByRole("heading", { name: "Timeline" })).toHaveCount(0);
  await expect(page.getByRole("img", { name: /^The waiting page of Harbour/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${path}/readiness`);
  await expect(page.getByText(/It won't open on .*1 May 2099/)).toBeVisible();
  await page.goto(`/events?show=all&q=${path.split("/").at(-1)}`);
  await expect(
    page.getByText("Won't open", { exact: true }).filter({ visible: true }),
  ).toBeVisible();

  await page.goto(path);
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule Harbour anyway?" });
  await expect(dialog).toContainText("It opens on Fri, 1 May 2099 at 10:00.");
  await expect(dialog.getByRole("list", { name: "Setup" })).toContainText("No rule sends visitors");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByText("Draft", { exact: true })).toBeVisible();
  await pressStart(page);
  await expect(page.getByText("Before the start", { exact: true })).toBeVisible();
  await expect(page.getByText("won't open on")).toHaveCount(0);
  // What is missing is missing still.
  await expect(page.getByRole("list", { name: "Setup" })).toContainText("No rule sends visitors");

  const { customer, wireId } = await db().event.findFirstOrThrow({
    where: { wireId: path.split("/").at(-1) ?? "" },
    include: { customer: true },
  });
  const visitor = await browser.newPage({ storageState: { cookies: [], origins: [] } });
  await visitor.goto(`${ROOM}/?c=${customer.wireId}&e=${wireId}`);
  await expect(visitor.getByText("We haven’t started yet").first()).toBeVisible();
  const joined = visitor.waitForResponse((answer) => answer.url().includes("/join?"));
  await page.getByRole("button", { name: "Start now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start now" }).click();
  expect((await joined).status()).toBe(200);
  await visitor.close();
});

test("a new event's start is told in words before it is made", async ({ page }) => {
  await fillNewEvent(page, {
    ...{ name: "Leap day", eventId: "leapday", targetUrl: "http://shop.localhost/" },
  });
  await tick(page.getByRole("radio", { name: /^A sale at a set time/ }));
  await page.getByLabel("Start", { exact: true }).fill("2028-02-29T09:00");
  const told = page.getByText(/^Tue, 29 February 2028 at 09:00, in .* days/);
  // Beside the field, and among the coming times.
  await expect(told).toHaveCount(2);
  await expect(told.first()).toBeVisible();
});
