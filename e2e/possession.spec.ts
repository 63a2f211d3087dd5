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

async function expectNumber(page: Page, number: number): Promise<void> {
  await expect(page.locator("#number")).toHaveText(`${number}`);
}

/** Waits until the browser's place has the print of its key: such a place is of another version, its first byte. */
async function expectKeyed(page: Page): Promise<void> {
  const version = async () => {
    const cookies = await page.context().cookies();
    const place = cookies.find(({ name }) => name.includes("stanchion_"))?.value ?? "";
    return Buffer.from(place, "base64url")[0];
  };
  await expect.poll(version).toBe(5);
}

const copyCookies = async (from: Page, to: Page) =>
  to.context().addCookies(await from.context().cookies());

test("a place copied to another browser is found there, and the first browser goes in", async ({
  page,
}) => {
  const held = await room.hold(room.asking);
  await page.goto(held.page);
  await expectNumber(page, 1);
  await expectKeyed(page);
  // A second tab has the same key, and either may go in.
  const tab = await page.context().newPage();
  await tab.goto(held.page);
  await expectNumber(tab, 1);
  await page.close();

  const thief = await newVisitor(tab);
  await copyCookies(tab, thief);
  await thief.goto(held.page);
  await expect(
    thief.getByRole("heading", { name: "Your place is in another browser" }),
  ).toBeVisible();
  await expectAccessible(thief);

  await held.resume();
  await tab.waitForURL(/shop\.localhost.*queueittoken/);
  expect(await held.counts()).toEqual({ numbers: 1, admitted: 1 });
  await thief.context().close();
});

test("a place goes to another device by a code, with a key of its own", async ({ page }) => {
  const held = await room.hold(room.asking);
  await page.goto(held.page);
  await expectNumber(page, 1);
  await expectKeyed(page);
  await page.getByRole("link", { name: "Continue on another device" }).click();
  await page.getByRole("button", { name: "Create a code" }).click();
  const code = (await page.locator("#move-code").textContent()) ?? "";
  const second = await newVisitor(page);
  await second.goto(held.page);
  await second.getByRole("link", { name: "Continue on another device" }).click();
  await second.getByLabel("Code from the other device").fill(code);
  await second.getByRole("button", { name: "Move my place here" }).click();
  await expectNumber(second, 1);
  await held.resume();
  await second.waitForURL(/shop\.localhost.*queueittoken/);
  expect((await held.counts()).admitted).toBe(1);
  await second.context().close();
});

for (const missing of ["indexedDB", "crypto.subtle"] as const) {
  test(`a browser without ${missing} goes in`, async ({ page }) => {
    await page.addInitScript((name) => {
      const [owner, property] =
        name === "indexedDB" ? [window, name] : [Crypto.prototype, "subtle"];
      Object.defineProperty(owner, property, { get: () => undefined });
    }, missing);
    const held = await room.hold(room.asking);
    await page.goto(held.page);
    await expectNumber(page, 1);
    await held.resume();
    await page.waitForURL(/shop\.localhost.*queueittoken/);
    expect(await held.counts()).toEqual({ numbers: 1, admitted: 1 });
  });
}

test("a browser without JavaScript goes in", async ({ page }) => {
  const held = await room.hold(room.asking);
  const visitor = await newVisitor(page, { javaScriptEnabled: false });
  await visitor.goto(held.page);
  await visitor.getByRole("button", { name: "Join the line" }).click();
  await expectNumber(visitor, 1);
  await held.resume();
  const goIn = visitor.getByRole("button", { name: /go in|enter/i });
  await expect(async () => {
    await visitor.reload();
    await expect(goIn).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await goIn.click();
  await visitor.waitForURL(/shop\.localhost.*queueittoken/);
  await visitor.context().close();
});
