import { expect, type Page, test } from "@playwright/test";
import { startDemoShop } from "@/tools/demo-shop/server";
import { findFreePorts } from "@/tools/stack/ports";
import { leaveLine } from "./leave-line";
import { openRoom, type Room } from "./room";

let room: Room;

test.use({ javaScriptEnabled: false });
test.beforeAll(async () => {
  room = await openRoom();
});
test.afterAll(async () => {
  await room.close();
});

/** The page loads again by itself; a test need not wait for that. */
async function laterShows(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(text)).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test("without JavaScript: from the shop through the line, with a pause and a message, and in", async ({
  page,
}) => {
  const { shop: port } = await findFreePorts();
  const address = `http://shop.localhost:${port}`;
  const held = await room.hold({ targetUrl: `${address}/tickets`, paused: false, queueAll: true });
  const shop = await startDemoShop({ port, ...(await held.protect()) });
  try {
    await held.change(2, { paused: true });
    await page.goto(`${address}/tickets`);
    expect(page.url()).toContain("room.localhost");
    await page.getByRole("button", { name: "Join the line" }).click();
    await expect(page.locator("#number")).toHaveText("1");
    expect(await page.content()).toContain('http-equiv="refresh"');

    await held.change(3, { paused: true, pauseMessage: "We are back at noon." });
    await laterShows(page, "We are back at noon.");
    await expect(page.locator("#number")).toHaveText("1");

    await held.change(4, { paused: false });
    const enter = page.getByRole("button", { name: "Enter now" });
    await expect(async () => {
      await page.reload();
      await expect(enter).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await enter.click();
    await page.waitForURL(`${address}/tickets`);
    await page.goto(`${address}/tickets/checkout`);
    expect(page.url()).toBe(`${address}/tickets/checkout`);
    expect(await held.counts()).toEqual({ numbers: 1, admitted: 1 });
  } finally {
    await shop.close();
  }
});

test("without JavaScript a place is given back by a button, and joined for anew", async ({
  page,
}) => {
  const held = await room.hold();
  await page.goto(held.page);
  await page.getByRole("button", { name: "Join the line" }).click();
  await expect(page.locator("#number")).toHaveText("1");
  await leaveLine(page);
  await expect(page.getByText("You’ve given up your place")).toBeVisible();
  await page.getByRole("link", { name: "Join the line" }).click();
  await page.getByRole("button", { name: "Join the line" }).click();
  await expect(page.locator("#number")).toHaveText("2");
  await page.goBack();
  await page.reload();
  await expect(page.locator("#number")).toHaveText("2");
});

test("without JavaScript and cookies a page says what is missing, and no number is taken", async ({
  page,
}) => {
  const held = await room.hold();
  await page.goto(held.cookielessPage);
  await page.getByRole("button", { name: "Join the line" }).click();
  await expect(page.getByRole("heading", { name: "Please allow cookies" })).toBeVisible();
  expect((await held.counts()).numbers).toBe(0);
});
