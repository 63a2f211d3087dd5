import { expect, type Page } from "@playwright/test";
import { chooseOption, expectAccessible, startEvent } from "./console";
import { createHarbour, test } from "./signed-in";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function stopRun(page: Page): Promise<void> {
  await button(page, "Stop").click();
  const dialog = page.getByRole("dialog", { name: "Stop Harbour?" });
  await dialog.getByLabel(/^Type Harbour/).fill("Harbour");
  await dialog.getByRole("button", { name: "Stop the run" }).click();
  await expect(page.getByText("Stopped", { exact: true })).toBeVisible();
}

test("the timeline marks what was done, is read by keyboard and as a table, and goes back to a run that is over", async ({
  page,
}) => {
  await createHarbour(page);
  await startEvent(page);
  const done = page.getByRole("list", { name: "Changes" });
  await expect(done.getByRole("button", { name: /started Harbour \(run 1\)/ })).toBeVisible();

  const slider = page.getByRole("slider", { name: "Timeline cursor" });
  await page.getByRole("heading", { name: "Timeline" }).click();
  await page.keyboard.press("t");
  await expect(slider).toBeFocused();
  await page.keyboard.press("Home");
  await expect(slider).toHaveAttribute("aria-valuenow", "0");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuenow", "10");
  await page.keyboard.press("ArrowLeft");
  await expect(slider).toHaveAttribute("aria-valuenow", "9");
  // Nobody counted before the run: it is unknown, not nobody.
  await expect(slider).toHaveAttribute("aria-valuetext", /Waiting unknown/);
  await page.keyboard.press("End");
  await page.keyboard.press("+");
  await expect(button(page, "Show all")).toBeVisible();
  await button(page, "Show all").click();

  for (const [range, steps] of [
    ["Hour", "By minute"],
    ["Day", "Steps of 5 minutes"],
    ["Run", "By minute"],
  ] as const) {
    await page.getByRole("radio", { name: range }).click();
    await expect(page.getByText(steps)).toBeVisible();
  }
  await page.getByRole("radio", { name: "15 min" }).click();
  await button(page, "Show as table").click();
  const table = page.getByRole("region", { name: "Timeline figures" });
  await expect(table.getByRole("columnheader", { name: "Admitted" })).toBeVisible();
  await expect(table).toContainText("started Harbour (run 1)");
  await button(page, "Show as chart").click();
  await expectAccessible(page);

  await stopRun(page);
  await startEvent(page);
  await chooseOption(page, "Run", /^Run 1,/);
  await expect(done.getByRole("button", { name: /stopped Harbour \(run 1\)/ })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = () => page.evaluate(() => document.body.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
});

test("figures that stop coming are called old, and the page recovers by itself", async ({
  page,
}) => {
  const path = await createHarbour(page);
  await startEvent(page);
  await expect(page.getByText(/Live · updated/)).toBeVisible();
  await page.route(`**/api/v1${path}/**`, (route) => route.abort());
  await expect(page.getByText(/these figures are out of date/)).toBeVisible();
  await expect(page.locator("[data-slot=metric]").filter({ hasText: /^Problems/ })).toContainText(
    "connection lost",
  );
  await expect(page.getByText(/Can't load newer figures/)).toBeVisible();
  await page.unroute(`**/api/v1${path}/**`);
  await expect(page.getByText(/these figures are out of date/)).toHaveCount(0);
  await expect(page.getByText(/Can't load newer figures/)).toHaveCount(0);
});
