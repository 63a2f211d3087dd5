import { expect, type Page } from "@playwright/test";
import { chooseOption, expectAccessible, hearing } from "./console";
import { makeEvent } from "./prepared";
import { test } from "./signed-in";

const LOOKS = [
  { width: 1_440, height: 900, colorScheme: "light" },
  { width: 1_440, height: 900, colorScheme: "dark" },
  { width: 390, height: 844, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const;

/** No finding and no sideways scrolling, wide and narrow, light and dark. */
async function expectGoodLooks(page: Page): Promise<void> {
  for (const { colorScheme, ...size } of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator(`html.${colorScheme}`)).toBeAttached();
    await expectAccessible(page);
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overhang).toBeLessThanOrEqual(0);
  }
}

test("an operator plans a night without a cap, and every side of the tab is accessible", async ({
  page,
}) => {
  await makeEvent(page, {
    name: "Night Shift",
    eventId: "night",
    targetUrl: "http://shop.localhost/tickets",
    allowedHosts: [],
  });
  await page.goto("/events/night/schedules");
  await expect(page.getByText("No schedules yet")).toBeVisible();
  await expectGoodLooks(page);

  await (await hearing(page.getByRole("button", { name: "Add schedule" }))).click();
  const dialog = page.getByRole("dialog", { name: "Add schedule" });
  await dialog.getByRole("button", { name: "Save schedule" }).click();
  await expect(dialog.getByText("This field is required.")).toBeVisible();
  await expectGoodLooks(page);

  await dialog.getByLabel("Name", { exact: true }).fill("Nights");
  await chooseOption(page, "Days", /Daily/);
  await dialog.getByLabel("Start", { exact: true }).fill("22:00");
  await chooseOption(page, "Active cap", /No cap/);
  await chooseOption(page, "Line limit", /Custom/);
  await dialog.getByRole("textbox", { name: /^Line limit override/ }).fill("500");
  await expect(dialog.getByRole("list", { name: "Upcoming times of this schedule" })).toBeVisible();
  await dialog.getByRole("button", { name: "Save schedule" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("active cap none · line limit 500")).toBeVisible();
  await expectGoodLooks(page);

  await page.getByRole("button", { name: "Edit Nights" }).click();
  await chooseOption(page, "Active cap", /Event default/);
  await page.getByRole("button", { name: "Save schedule" }).click();
  await expect(page.getByText("active cap none")).toBeHidden();
  await expect(page.getByText("line limit 500")).toBeVisible();
});
