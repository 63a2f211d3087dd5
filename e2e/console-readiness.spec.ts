import { expect } from "@playwright/test";
import { expectAccessible, saveSection } from "./console";
import { createHarbour, test } from "./signed-in";

test("the readiness of an event says what is missing, leads there, and sees what was done", async ({
  page,
}) => {
  const path = await createHarbour(page);
  await page.goto(path);
  await page.getByRole("link", { name: "Readiness", exact: true }).click();
  const list = page.getByRole("list", { name: "Readiness" });
  await expect(list.getByRole("listitem")).toHaveCount(16);
  const row = (title: string) => list.getByRole("listitem").filter({ hasText: title });
  await expect(row("Rules published")).toContainText("No rule sends visitors to this event.");
  await expect(row("Connector up to date")).toContainText("Not ready");
  await expect(row("Team on call")).toContainText("Only one member can operate events.");
  await expect(row("Translations complete")).toContainText("Ready");
  await expectAccessible(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overhang).toBeLessThanOrEqual(0);
  }

  await row("Active cap").getByRole("link", { name: "Set cap" }).click();
  await expect(page).toHaveURL(/\/settings\/admission#activeCap$/);
  const cap = page.getByRole("textbox", { name: /^Active cap/ });
  await expect(cap).toBeFocused();
  await cap.fill("50000");
  await cap.blur();
  await saveSection(page);
  await page.goto(`${path}/readiness`);
  await expect(row("Active cap")).toContainText("Ready");
});
