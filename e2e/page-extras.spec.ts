import { expect, type Page, test } from "@playwright/test";
import { openRoom, type Room } from "./room";

let room: Room;

test.beforeAll(async () => {
  room = await openRoom();
});
test.afterAll(async () => {
  await room.close();
});

/** In line, with everything that the page loads by itself. */
async function arrive(page: Page, url: string): Promise<readonly string[]> {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(url);
  await expect(page.locator("#number")).toHaveText("1");
  await expect(page.locator("#alerts button").first()).toBeVisible();
  return loaded;
}

const extrasOf = (paths: readonly string[]) => paths.filter((path) => path.includes("/extras-"));

test("sound, links and the question on leaving are loaded when somebody needs them", async ({
  page,
}) => {
  const held = await room.hold();
  const loaded = await arrive(page, held.page);
  expect(extrasOf(loaded)).toEqual([]);
  await page.getByRole("button", { name: "Sound" }).click();
  await expect(page.getByRole("button", { name: "Sound on" })).toBeVisible();
  expect(extrasOf(loaded)).toHaveLength(1);
  await page.getByRole("button", { name: "Sound on" }).click();
  await expect(page.getByRole("button", { name: "Sound", exact: true })).toBeVisible();
});

test("an address in a message is a link, also in one that comes later", async ({ page }) => {
  const held = await room.hold();
  await arrive(page, held.page);
  const texts = { en: "Read https://shop.example/help, please." };
  await held.change(2, { message: { texts, sentAtMs: Date.now() } });
  const link = page.getByRole("link", { name: "https://shop.example/help", exact: true });
  await expect(link).toHaveAttribute("rel", "noopener");
});

test("where the question on leaving cannot be loaded, the server asks", async ({ page }) => {
  const held = await room.hold();
  await arrive(page, held.page);
  await page.route("**/assets/extras-*", (route) => route.abort());
  await page.getByRole("button", { name: "Leave the line" }).click();
  await expect(page.getByRole("heading", { name: "Leave the line?" })).toBeVisible();
  await page.getByRole("link", { name: "Stay in line" }).click();
  await expect(page.locator("#number")).toHaveText("1");
});

test("leaving is asked once, however often it is pressed meanwhile", async ({ page }) => {
  const held = await room.hold();
  await arrive(page, held.page);
  const pressed: (() => Promise<void>)[] = [];
  await page.route("**/assets/extras-*", (route) => {
    pressed.push(() => route.continue());
  });
  await page.getByRole("button", { name: "Leave the line" }).click({ clickCount: 2 });
  await expect.poll(() => pressed.length).toBeGreaterThan(0);
  await Promise.all(pressed.map((answer) => answer()));
  const question = page.getByRole("dialog", { name: "Leave the line?" });
  await question.getByRole("button", { name: "Stay in line" }).click();
  await expect(question).toHaveCount(0);
});

test("sound can be turned on after a try without a network", async ({ page }) => {
  const held = await room.hold();
  await arrive(page, held.page);
  let isLost = true;
  await page.route("**/assets/extras-*", (route) => (isLost ? route.abort() : route.continue()));
  const failed = page.waitForEvent("requestfailed");
  await page.getByRole("button", { name: "Sound" }).click();
  await failed;
  isLost = false;
  await page.getByRole("button", { name: "Sound" }).click();
  await expect(page.getByRole("button", { name: "Sound on" })).toBeVisible();
});
