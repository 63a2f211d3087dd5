import { expect, type Page } from "@playwright/test";
import { createHarbour, test } from "./signed-in";

const OPEN_PAGES = ["/sign-in", "/sign-up", "/forgot-password", "/reset-password", "/invitation"];
const PAGES = [
  "/events",
  "/events/new",
  "/rules",
  "/rules/new",
  "/connectors",
  "/secrets",
  "/members",
  "/audit-log",
  "/customer",
  "/account",
  "/nothing-here",
];
const EVENT_PAGES = [
  "",
  "/settings/general",
  "/settings/schedule",
  "/settings/admission",
  "/settings/order",
  "/settings/access",
  "/settings/page",
  "/settings/limits",
  "/settings/integration",
  "/readiness",
  "/access-codes",
  "/staff-links",
];

/** What the browser refuses on a page because of its content policy, from now on. */
async function watchRefusals(page: Page): Promise<readonly string[]> {
  const refusals: string[] = [];
  await page.exposeFunction("noteRefusal", (refusal: string) => refusals.push(refusal));
  await page.addInitScript({
    content: `document.addEventListener("securitypolicyviolation", (event) => {
      noteRefusal(event.effectiveDirective + " " + event.blockedURI + " at " + location.href);
    });`,
  });
  return refusals;
}

test("the browser refuses nothing of any page, and whatever somebody writes into one", async ({
  page,
  browser,
}) => {
  const refusals = await watchRefusals(page);
  const event = await createHarbour(page);
  for (const path of [...PAGES, ...EVENT_PAGES.map((tab) => `${event}${tab}`)]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  expect(refusals).toEqual([]);

  const stranger = await browser.newPage({ storageState: { cookies: [], origins: [] } });
  const refusedToStranger = await watchRefusals(stranger);
  for (const path of OPEN_PAGES) {
    await stranger.goto(new URL(path, page.url()).href);
    await expect(stranger.getByRole("heading", { level: 1 })).toBeVisible();
  }
  expect(refusedToStranger).toEqual([]);
  // What a fault that lets somebody write into a page would add.
  await stranger.evaluate(() => {
    document.body.insertAdjacentHTML("beforeend", `<img src="x" onerror="document.title='taken'">`);
  });
  await expect.poll(() => refusedToStranger.length).toBe(1);
  await expect(stranger).not.toHaveTitle("taken");
  await stranger.close();
});
