import { setTimeout } from "node:timers/promises";
import { expect, type Page } from "@playwright/test";
import { test } from "./signed-in";

/** The page's scripts come only when they are let through; what these ask for comes later still by `laterMs`. */
async function holdScripts(page: Page, laterMs = 0): Promise<() => void> {
  let letThrough = () => {};
  let isReleased = false;
  const released = new Promise<void>((resolve) => {
    letThrough = () => {
      isReleased = true;
      resolve();
    };
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    if (isReleased) await setTimeout(laterMs);
    await released;
    await route.continue();
  });
  return letThrough;
}

test("what is typed before the page hears is kept, and no password gets into an address", async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  const letThrough = await holdScripts(page);
  await page.goto("/sign-in", { waitUntil: "commit" });
  await page.getByLabel("E-mail").fill("nobody@example.com");
  await page.getByLabel("Password").fill("typed before anything hears");
  await page.getByLabel("Password").press("Enter");
  const signIn = page.getByRole("button", { name: "Sign in", exact: true });
  await expect(signIn).toBeDisabled();
  expect(new URL(page.url()).search).toBe("");
  letThrough();
  await signIn.click();
  await expect(page.getByText("Incorrect e-mail address or password.")).toBeVisible();
  await context.close();
});

test("the name of an event that is typed before the page hears counts", async ({ page }) => {
  const letThrough = await holdScripts(page);
  await page.goto("/events/new", { waitUntil: "commit" });
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Harbour Nights");
  letThrough();
  // The id follows the name.
  await expect(page.getByText("harbournights").first()).toBeVisible();
  await expect(name).toHaveValue("Harbour Nights");
});

test("what is chosen before the page hears counts", async ({ page }) => {
  const letThrough = await holdScripts(page);
  await page.goto("/events/new", { waitUntil: "commit" });
  const sale = page.getByRole("radio", { name: "A sale at a set time" });
  await sale.check();
  letThrough();
  // The form follows it.
  await expect(page.getByLabel(/^Start/).first()).toBeVisible();
  await expect(sale).toBeChecked();
});

for (const laterMs of [0, 2_000]) {
  test(`a button that is pressed before the page hears is pressed then, once, parts ${laterMs} ms late`, async ({
    page,
  }) => {
    const letThrough = await holdScripts(page, laterMs);
    await page.goto("/events", { waitUntil: "commit" });
    await page
      .getByRole("button", { name: /^Search/ })
      .first()
      .click();
    letThrough();
    const palette = page.getByRole("dialog");
    await expect(palette).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(palette).toBeHidden();
    // The page hears now, so that nothing of before is pressed once more.
    await page.getByRole("button", { name: "Theme" }).click();
    await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeVisible();
    await expect(palette).toBeHidden();
  });
}

test("a theme that was chosen before makes no page anew", async ({ page }) => {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  await page.goto("/overview");
  await page.getByRole("button", { name: "Theme" }).click();
  await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeChecked();
  expect(errors).toEqual([]);
});
