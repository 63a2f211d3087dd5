import { expect } from "@playwright/test";
import { expectAccessible, pressStart } from "./console";
import { createHarbour, test } from "./signed-in";

test("by keyboard alone somebody goes to an event, pauses it and changes the theme", async ({
  page,
}) => {
  const path = await createHarbour(page);
  const id = path.split("/").at(-1) ?? "";
  await pressStart(page);
  await expect(page.getByText(/Dormant|Opening/).first()).toBeVisible();
  await page.goto("/rules");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  const field = page.getByRole("combobox", { name: /^Search pages, events/ });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(field).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.type(`${id} pause`);
  const option = page.getByRole("option", { name: `Pause Harbour ${id}` });
  await expect(option).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute(
    "aria-activedescendant",
    (await option.getAttribute("id")) ?? "",
  );
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Pause Harbour?" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Pause Harbour" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();

  await page.keyboard.press("Control+k");
  await page.keyboard.type(id);
  await expect(page.getByRole("option").first()).toContainText("Harbour");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByText("Paused").first()).toBeVisible();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("dark theme");
  await expect(page.getByRole("option", { name: "Dark theme", exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("keys lead to pages and are shown, and do nothing while somebody types", async ({ page }) => {
  await page.goto("/overview?show=all");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(page).toHaveURL(/\/rules$/);
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/events\/new$/);
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByLabel("Name", { exact: true }).pressSequentially("gr?c");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("gr?c");
  await expect(page).toHaveURL(/\/events\/new$/);
});

test("on a telephone the palette has a button, and nothing is wider than the screen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/overview?show=all");
  await page.getByRole("button", { name: "Search or run a command…" }).click();
  await page.getByRole("combobox", { name: /^Search pages, events/ }).fill("audit");
  await page.getByRole("option", { name: /^Audit log/ }).click();
  await expect(page).toHaveURL(/\/audit-log$/);
  await page.goto("/overview?show=all");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wide).toBeLessThanOrEqual(0);
});
