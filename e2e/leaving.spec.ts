import { expect, type Page, test } from "@playwright/test";
import { leaveLine } from "./leave-line";
import { openRoom, type Room } from "./room";

let room: Room;

test.beforeAll(async () => {
  room = await openRoom();
});
test.afterAll(async () => {
  await room.close();
});

const expectNumber = (page: Page, number: number) =>
  expect(page.locator("#number")).toHaveText(`${number}`);
const left = (page: Page) => page.getByRole("heading", { name: "You have left the line" });

/** What the page loads after its number has the question. */
async function arrive(page: Page, url: string, number: number): Promise<void> {
  const later = page.waitForResponse(/later-/);
  await page.goto(url);
  await expectNumber(page, number);
  await later;
  await expect(page.locator("#alerts button").first()).toBeVisible();
}

test("leaving is asked with the number, undone, and told when the visitor comes back", async ({
  page,
}) => {
  const held = await room.hold();
  await arrive(page, held.page, 1);
  await page.getByRole("button", { name: "Leave the line" }).click();
  const question = page.getByRole("dialog", { name: "Leave the line?" });
  await expect(question).toContainText("You’ll lose number 1.");
  await question.getByRole("button", { name: "Stay in line" }).click();
  await expect(question).toBeHidden();
  await expectNumber(page, 1);

  await leaveLine(page);
  await page.goto(held.page);
  await expect(left(page)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expectNumber(page, 1);

  await leaveLine(page);
  await page.goBack();
  await expect(left(page)).toBeVisible();
  expect((await held.counts()).numbers).toBe(1);
  await page.getByRole("link", { name: "Join the line" }).click();
  await expectNumber(page, 2);
});

test("the question goes when the turn has come", async ({ page }) => {
  const held = await room.hold();
  await arrive(page, held.page, 1);
  await page.getByRole("button", { name: "Leave the line" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await held.resume();
  await page.waitForURL(/shop\.localhost.*queueittoken/);
});

test("of two tabs neither goes on with a place that was left", async ({ page, context }) => {
  const held = await room.hold();
  await page.goto(held.page);
  await expectNumber(page, 1);
  const second = await context.newPage();
  await arrive(second, held.page, 1);
  await leaveLine(page);
  await second.reload();
  await expect(left(second)).toBeVisible();
  expect((await held.counts()).numbers).toBe(1);
});
