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
  await expectHeadline(page, "We let nobody in at the moment");
  await page.waitForTimeout(15_000);
  await held.change(3, { paused: false });
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
