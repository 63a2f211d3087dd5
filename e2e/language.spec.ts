import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./console";
import { openRoom, type Room } from "./room";
import { newVisitor } from "./site";

let room: Room;

test.beforeAll(async () => {
  room = await openRoom();
});
test.afterAll(async () => {
  await room.close();
});

const isIn = (page: Page, language: string) =>
  expect(page.locator("html")).toHaveAttribute("lang", language);

for (const javaScriptEnabled of [true, false]) {
  test(`a visitor chooses the language of the page, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async ({
    page,
  }) => {
    const held = await room.hold();
    const visitor = await newVisitor(page, { javaScriptEnabled, locale: "en-GB" });
    // The site's connector names another language than the visitor chooses.
    await visitor.goto(`${held.page}&cid=en`);
    await isIn(visitor, "en");
    await visitor.getByRole("link", { name: "Choose your language: English", exact: true }).click();
    await expect(visitor.getByRole("heading", { name: "Choose your language" })).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(visitor);
    await visitor.getByRole("button", { name: "Deutsch", exact: true }).click();
    await isIn(visitor, "de");
    await visitor.goto(`${held.page}&cid=en`);
    await isIn(visitor, "de");
    await expect(visitor.getByRole("link", { name: "Deutsch" })).toBeVisible();
    if (javaScriptEnabled) {
      await expect(visitor.locator("#number")).toHaveText("1");
      await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(
        "Die Warteschlange ist angehalten",
      );
    }
    await visitor.context().close();
  });
}

test("a browser without cookies reads its language by the address", async ({ page }) => {
  const held = await room.hold();
  await page.goto(held.cookielessPage);
  await page.getByRole("link", { name: "English" }).click();
  await page.getByRole("button", { name: "Français", exact: true }).click();
  await isIn(page, "fr");
  expect(new URL(page.url()).searchParams.get("cid")).toBe("fr");
});

const AT = Date.UTC(2030, 0, 15, 18, 30);

for (const [locale, expected] of [
  ["en-US", "6:30 PM"],
  ["en-GB", "18:30"],
  ["de-CH", "18:30"],
] as const) {
  test(`times are as ${locale} writes them`, async ({ page }) => {
    const held = await room.hold({
      kind: "scheduled",
      status: "draft",
      paused: false,
      startAtMs: AT,
    });
    const visitor = await newVisitor(page, { locale, timezoneId: "UTC" });
    await visitor.goto(held.page);
    await expect(visitor.locator("#wait-note")).toContainText(expected);
    await visitor.context().close();
  });
}
