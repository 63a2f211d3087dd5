import { expect, type Page } from "@playwright/test";
import { createHarbour, test } from "./signed-in";

/** The text in a dialog that only its own button closes, and that is on no page afterwards. */
async function expectShownOnce(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title });
  const text = (await dialog.locator("code").textContent()) ?? "";
  expect(text.length).toBeGreaterThan(20);
  await expectHeldOpen(page, title);
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.content()).not.toContain(text);
}

async function expectHeldOpen(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title });
  await expect(dialog.getByRole("button", { name: "Close" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await page.keyboard.press("Tab");
  await expect(dialog).toBeVisible();
  await expect(dialog).not.toHaveAttribute("data-exiting", "true");
}

test("secrets, keys, links and codes are shown once, and do not close by accident", async ({
  page,
}) => {
  await page.goto("/secrets");
  await page.getByRole("button", { name: "Generate a secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Generate" }).click();
  await expectShownOnce(page, "Your new secret");
  await page.getByRole("button", { name: "Create an API key" }).click();
  await page.getByLabel("What is it for?").fill("Shop");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expectShownOnce(page, "Your new API key");

  const path = await createHarbour(page);
  await page.goto(`${path}/staff-links`);
  await page.getByRole("button", { name: "Create staff link" }).click();
  await page.getByLabel("Purpose").fill("Test visit");
  await page.getByRole("button", { name: "Create link" }).click();
  await expectShownOnce(page, "Your new staff link");

  await page.goto(`${path}/access-codes`);
  await page.getByRole("button", { name: "Create codes" }).click();
  await expect(page.getByLabel("Lane")).toHaveCount(0);
  await page.getByLabel("Batch name").fill("Fan club");
  await page.getByRole("dialog").getByRole("button", { name: "Create codes" }).click();
  await expectHeldOpen(page, "Your codes");
  await page.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByText("Fan club")).toBeVisible();
});
