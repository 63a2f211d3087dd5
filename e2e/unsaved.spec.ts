import { expect, type Page } from "@playwright/test";
import { createHarbour, test } from "./signed-in";

const asked = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
const brand = (page: Page) => page.getByLabel("Brand name");

async function typeBrand(page: Page, text: string): Promise<string> {
  const path = await createHarbour(page);
  // By links: the browser lets a page hold back only within itself.
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("link", { name: "Page and theme" }).click();
  await brand(page).fill(text);
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  return path;
}

test("what is typed into a form goes only with its owner's word", async ({ page }) => {
  const path = await typeBrand(page, "Harbour Lights");
  await page.getByRole("link", { name: "Live", exact: true }).click();
  await expect(asked(page)).toContainText(/Your changes to .+ aren't saved/);
  await page.keyboard.press("Enter");
  await expect(asked(page)).toBeHidden();
  await expect(brand(page)).toHaveValue("Harbour Lights");

  await page.evaluate(() => history.back());
  await expect(asked(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(brand(page)).toHaveValue("Harbour Lights");

  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await asked(page).getByRole("button", { name: "Stay on this page" }).click();

  const closing = page.waitForEvent("dialog");
  // It goes on once the browser's question is answered.
  const reloading = page.evaluate(() => location.reload());
  expect((await closing).type()).toBe("beforeunload");
  await (await closing).dismiss();
  await reloading;
  await expect(brand(page)).toHaveValue("Harbour Lights");

  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await page.getByRole("link", { name: "Live", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
});

test("whoever agrees to lose it gets where they wanted to, by a link and back", async ({
  page,
}) => {
  await typeBrand(page, "Pier");
  await page.getByRole("link", { name: "Readiness", exact: true }).click();
  await asked(page).getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/readiness$/);

  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("link", { name: "Page and theme" }).click();
  await brand(page).fill("Quay");
  await page.evaluate(() => history.back());
  await asked(page).getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/settings\/general$/);
});

test("a dialog that somebody has typed into asks before Escape or a press beside it closes it", async ({
  page,
}) => {
  await page.goto("/secrets");
  const open = () => page.getByRole("button", { name: "Create an API key" }).click();
  const dialog = page.getByRole("dialog").first();
  await open();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await open();
  const purpose = page.getByLabel("What is it for?");
  await purpose.fill("Shop");
  for (let time = 0; time < 3; time += 1) {
    await page.keyboard.press("Escape");
    await expect(page.getByText("Discard what you typed?")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText("Discard what you typed?")).toBeHidden();
    await expect(purpose).toBeFocused();
  }
  await page.mouse.click(5, 5);
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(purpose).toHaveValue("Shop");
  // As it was before, it is nothing to be lost.
  await purpose.fill("");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await open();
  await purpose.fill("Shop");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: "Overview" }).first().click();
  await expect(page).toHaveURL(/\/overview$/);
});
