import { expect, type Page, test } from "@playwright/test";
import { openRoom, type Room } from "./room";

let room: Room;

test.beforeAll(async () => {
  room = await openRoom();
});
test.afterAll(async () => {
  await room.close();
});

type Held = Awaited<ReturnType<Room["hold"]>>;

async function join(page: Page, held: Held): Promise<void> {
  await page.goto(held.page);
  await expect(page.locator("#number")).toHaveText("1");
}

const expectHeadline = (page: Page, text: string) =>
  expect(page.getByRole("heading", { level: 1 })).toHaveText(text, { timeout: 30_000 });
const goesIn = (page: Page) =>
  page.waitForURL(/shop\.localhost.*queueittoken/, { timeout: 60_000 });

test("a pause that ends lets the open page in", async ({ page }) => {
  const held = await room.hold();
  await join(page, held);
  await expectHeadline(page, "The line is paused");
  await held.resume();
  await goesIn(page);
});

test("an open page that reads that nobody is let in goes in once somebody is", async ({ page }) => {
  const held = await room.hold();
  await join(page, held);
  await held.change(2, { paused: false, method: "reject" });
  await expectHeadline(page, "We’re not letting anyone in right now");
  await page.waitForTimeout(15_000);
  await held.change(3, { paused: false });
  await goesIn(page);
});

test("a visitor behind what is left reads and hears that it may sell out, until there is more", async ({
  page,
  browser,
}) => {
  const words = "It may sell out before your turn.";
  const held = await room.hold({ paused: false, queueAll: true, outflowPerMinute: 1 });
  await held.setStock(1);
  const first = await browser.newPage();
  await join(first, held);
  await first.close();
  await page.goto(held.page);
  await expect(page.locator("#number")).toHaveText("2");
  await expect(page.locator("#wait-note")).toContainText(words);
  await expect(page.locator("#announcer")).toHaveText(words, { timeout: 40_000 });
  await held.setStock(2);
  // The page asks for what the room has heard.
  await page.waitForTimeout(1_000);
  await page.reload();
  await expect(page.locator("#number")).toHaveText("2");
  await page.waitForTimeout(5_000);
  await expect(page.locator("#wait-note")).not.toContainText(words);
  await held.change(2, { paused: false, outflowPerMinute: 600 });
  await goesIn(page);
});

test("an open page that reads that all is sold goes in once there is more", async ({ page }) => {
  const held = await room.hold();
  await join(page, held);
  await held.setStock(0);
  await held.resume();
  await expectHeadline(page, "Sold out");
  await page.waitForTimeout(15_000);
  await held.setStock(1);
  await goesIn(page);
});
