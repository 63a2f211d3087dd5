import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base, expect, type Page } from "@playwright/test";
import { makePng } from "@/test/theme-files";
import { projectPath } from "@/tools/stack/paths";
import { chooseOption, expectAccessible } from "./console";
import { test } from "./signed-in";
import { holdTheLine, prepareSite, ROOM } from "./site";

/** A font with letters in it, which comes with a package that the console needs. */
const FONT = projectPath("node_modules/next/dist/next-devtools/server/font/geist-mono-latin.woff2");

/** Makes a theme and stays on its page. */
async function makeTheme(page: Page): Promise<string> {
  const key = `house-${randomBytes(4).toString("hex")}`;
  await page.goto("/themes");
  await page.getByRole("button", { name: "New theme" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("House");
  await expect(dialog.getByLabel("Key")).toHaveAttribute("placeholder", "house");
  await dialog.getByLabel("Key").fill(key);
  await dialog.getByRole("button", { name: "Create theme" }).click();
  await page.waitForURL(/\/themes\/thm_/);
  return key;
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save theme" }).click();
  await expect(page.getByText("Theme saved.").first()).toBeVisible();
}

const preview = (page: Page) => page.frameLocator('iframe[title="Visitor\'s page"]');

async function wear(page: Page, themeName: RegExp): Promise<void> {
  await page.goto("/events/springsale/settings/page");
  await chooseOption(page, "Theme", themeName);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeDisabled();
}

base(
  "a theme with logo and font is made, chosen, and seen by visitors",
  async ({ page, browser }) => {
    const { customerId } = await prepareSite(page, "/tickets");
    await makeTheme(page);
    const logo = { name: "logo.png", mimeType: "image/png", buffer: makePng(160, 40) };
    await page.getByLabel("Logo: choose a file").setInputFiles(logo);
    await expect(page.getByRole("button", { name: "Logo: remove" })).toBeVisible();
    const font = { name: "House Mono.woff2", mimeType: "font/woff2", buffer: await readFile(FONT) };
    await page.getByLabel("Font file: choose a file").setInputFiles(font);
    await expect(page.getByLabel("Font name")).toHaveValue("House Mono");
    await page.getByLabel("Brand", { exact: true }).fill("#7a1f5c");
    await page.getByLabel("Privacy").fill("https://shop.example/privacy");
    await expect(preview(page).getByRole("link", { name: "Privacy" })).toBeVisible();
    await save(page);
    await wear(page, /^House/);
    await holdTheLine(page, "We open in a moment.");
    const address = `${ROOM}/?c=${customerId}&e=springsale`;
    for (const width of [390, 1440]) {
      const visitor = await browser.newPage({ viewport: { width, height: 900 } });
      await expect(async () => {
        await visitor.goto(address);
        await expect(visitor.locator("header img")).toBeVisible({ timeout: 1_000 });
      }).toPass();
      const seen = await visitor.evaluate(async () => {
        await document.fonts.ready;
        const image = document.querySelector("header img");
        return {
          isLogoThere: image instanceof HTMLImageElement && image.naturalWidth === 160,
          isFontThere: document.fonts.check('16px "House Mono"'),
          family: getComputedStyle(document.body).fontFamily,
          brand: getComputedStyle(document.documentElement).getPropertyValue("--brand"),
          isTooWide: document.documentElement.scrollWidth > innerWidth,
        };
      });
      expect(seen).toMatchObject({ isLogoThere: true, isFontThere: true, isTooWide: false });
      expect(seen.brand).toBe("#7a1f5c");
      expect(seen.family).toContain("House Mono");
      await expect(visitor.getByRole("link", { name: "Privacy" })).toBeVisible();
      await visitor.close();
    }
  },
);

test("the preview shows every state, language, width and scheme, all in its address", async ({
  page,
}) => {
  await makeTheme(page);
  const headline = preview(page).locator("h1");
  await expect(headline).toHaveText("You are in line");
  const entries = await page.evaluate(() => history.length);
  await page.getByRole("button", { name: "Next state" }).click();
  await expect(headline).toHaveText("The line has slowed down");
  await chooseOption(page, "State", /^Sold out/);
  await expect(headline).toHaveText("Sold out");
  await chooseOption(page, "Language", /^Deutsch/);
  await expect(preview(page).locator("html")).toHaveAttribute("lang", "de");
  await chooseOption(page, "Language", /العربية/);
  await expect(preview(page).locator("html")).toHaveAttribute("dir", "rtl");
  await expect(
    page.getByText("A native speaker has not reviewed these translations yet."),
  ).toBeVisible();
  await page.getByRole("radio", { name: "Tablet" }).check();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(preview(page).locator("body")).toHaveCSS("background-color", "rgb(9, 9, 11)");
  await page.getByLabel("Brand", { exact: true }).fill("#7a1f5c");
  await expect(preview(page).locator("html")).toHaveCSS("--brand", "#7a1f5c");
  // One *Back* leaves the theme, whatever was looked at.
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await expect(page).toHaveURL(/\?state=sold-out&language=ar&width=tablet&scheme=dark$/);
  // The pages in it have journeys of their own.
  await expectAccessible(page, ["iframe"]);

  const colleague = await page.context().newPage();
  await colleague.setViewportSize({ width: 390, height: 844 });
  await colleague.goto(page.url());
  await expect(colleague.getByRole("radio", { name: "Tablet" })).toBeHidden();
  await colleague.getByRole("button", { name: "Preview" }).click();
  await expect(colleague.getByRole("radio", { name: "Tablet" })).toBeChecked();
  await expect(preview(colleague).locator("html")).toHaveAttribute("dir", "rtl");
  await expect(preview(colleague).locator("body")).toHaveCSS("background-color", "rgb(9, 9, 11)");
  await colleague.close();
});

test("colours and logo of a website are chosen, seen at once and kept when the theme is saved", async ({
  page,
}) => {
  const shop = createServer(({ url }, response) => {
    if (url === "/logo.png") response.end(makePng(120, 30));
    else
      response.end('<meta name="theme-color" content="#7a1f5c"><img class="logo" src="/logo.png">');
  });
  await new Promise<void>((resolve) => shop.listen(0, resolve));
  try {
    await makeTheme(page);
    await page.getByRole("button", { name: "Take colours and logo from a website" }).click();
    const dialog = page.getByRole("dialog", { name: "Take colours and logo from a website" });
    await dialog.getByLabel("Website").fill("https://192.168.0.1/");
    await dialog.getByRole("button", { name: "Read website" }).click();
    await expect(dialog.getByText(/internal network address/)).toBeVisible();
    const { port } = shop.address() as AddressInfo;
    await dialog.getByLabel("Website").fill(`http://shop.localhost:${port}/`);
    await dialog.getByRole("button", { name: "Read website" }).click();
    await dialog.getByRole("radio", { name: "#7a1f5c" }).check();
    await expect(dialog.getByText(/Contrast 9\.\d on light pages/)).toBeVisible();
    await dialog.getByRole("radio", { name: "logo on the page" }).check();
    await expectAccessible(page, ["iframe"]);
    await dialog.getByRole("button", { name: "Use in theme" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(preview(page).locator("html")).toHaveCSS("--brand", "#7a1f5c");
    await expect(preview(page).locator("header img")).toBeVisible();
    await save(page);
    await page.reload();
    await expect(page.getByLabel("Brand", { exact: true })).toHaveValue("#7a1f5c");
    await expect(page.getByRole("button", { name: "Logo: remove" })).toBeVisible();
  } finally {
    shop.close();
  }
});

test("what cannot be is refused at its place, and the theme stays as it was", async ({ page }) => {
  await makeTheme(page);
  const noImage = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<script>1") };
  await page.getByLabel("Logo: choose a file").setInputFiles(noImage);
  await expect(page.getByRole("alert").filter({ hasText: "Unsupported image" })).toBeVisible();
  await page.getByLabel("Text", { exact: true }).first().fill("#eeeeee");
  await page.getByRole("button", { name: "Save theme" }).click();
  await expect(page.getByText(/^Text contrast on the .* is 1/).first()).toBeVisible();
  await page.getByLabel("Text", { exact: true }).first().fill("");
  await preview(page)
    .getByText(/^Your turn is expected between/)
    .click();
  const own = page.getByLabel("Instead of Waiting page: Turn between");
  await expect(own).toBeFocused();
  await own.fill("Soon, at {moment}.");
  await page.getByRole("button", { name: "Save theme" }).click();
  await expect(page.getByText("There is no variable {moment}")).toBeVisible();
  await own.fill("Between {from} and {to}, we think.");
  await expect(preview(page).getByText(/we think\.$/)).toBeVisible();
  await save(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Preview" }).click();
  await preview(page).getByRole("heading", { name: "You are in line" }).click();
  await expect(page.getByLabel("Instead of Waiting page: Line: headline")).toBeFocused();
});
