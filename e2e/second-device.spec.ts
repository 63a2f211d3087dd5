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

/** Makes a code on a device that is in line, and reads it. */
async function makeCode(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Continue on another device" }).click();
  await page.getByRole("button", { name: "Create a code" }).click();
  return (await page.locator("#move-code").textContent()) ?? "";
}

for (const javaScriptEnabled of [true, false]) {
  test(`a place goes to another device, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async ({
    page,
  }) => {
    const held = await room.hold();
    const [first, second] = [
      await newVisitor(page, { javaScriptEnabled }),
      await newVisitor(page, { javaScriptEnabled }),
    ];
    await first.goto(held.page);
    if (!javaScriptEnabled) await first.getByRole("button", { name: "Join the line" }).click();
    await expectNumber(first, 1);
    await second.goto(held.page);
    const code = await makeCode(first);
    if (javaScriptEnabled) await expectAccessible(first);

    await second.getByRole("link", { name: "Continue on another device" }).click();
    await second
      .getByLabel("Code from the other device")
      .fill(code.toLowerCase().replace("-", " "));
    if (javaScriptEnabled) await expectAccessible(second);
    await second.getByRole("button", { name: "Move my place here" }).click();
    await expectNumber(second, 1);

    await first.getByRole("link", { name: "Back to the line" }).click();
    await expect(first.getByRole("heading", { name: "Your place has moved" })).toBeVisible();
    if (javaScriptEnabled) {
      await expectAccessible(first);
      await held.resume();
      await second.waitForURL(/shop\.localhost.*queueittoken/);
      expect((await held.counts()).admitted).toBe(1);
    }
    await Promise.all([first, second].map((visitor) => visitor.context().close()));
  });
}

test("a code is counted down, copied as a link, and says when it has expired", async ({
  page,
  context,
}) => {
  const held = await room.hold();
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: room.origin });
  await page.clock.install();
  await page.goto(held.page);
  await expectNumber(page, 1);
  await page.clock.resume();
  const code = await makeCode(page);
  await expect(page.locator("#code-left")).toHaveText(/Time left: (10:00|09:\d\d)$/);
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).searchParams.get("code")).toBe(code);

  await page.clock.fastForward("10:01");
  await expect(page.getByText("This code has expired.")).toBeVisible();
  await expect(page.locator("#move-code")).toHaveCount(0);
  // The button that had the focus is gone.
  await expect(page.getByRole("link", { name: "Create a code" })).toBeFocused();
  await page.getByRole("link", { name: "Create a code" }).click();
  await expect(page.getByRole("button", { name: "Create a code" })).toBeVisible();
});

test("the page that is open learns that its place has moved, and may join anew", async ({
  page,
}) => {
  const held = await room.hold();
  const [first, second] = [await newVisitor(page), await newVisitor(page)];
  await first.clock.install();
  await first.clock.resume();
  await first.goto(held.page);
  await expectNumber(first, 1);
  const tab = await first.context().newPage();
  await tab.goto(held.page);
  await expectNumber(tab, 1);
  const code = await makeCode(tab);
  await second.goto(linkOf(held, code));
  await expect(
    second.getByRole("heading", { name: "Continue here with your place?" }),
  ).toBeVisible();
  await second.getByRole("button", { name: "Move my place here" }).click();
  await expectNumber(second, 1);
  for (let step = 0; step < 8 && !(await isMoved(first)); step += 1)
    await first.clock.fastForward(60_000);
  await expect(first.getByRole("heading", { name: "Your place has moved" })).toBeVisible();
  await first.getByRole("button", { name: "Join the line" }).click();
  await expectNumber(first, 2);
  expect((await held.counts()).numbers).toBe(2);
  await Promise.all([first, second].map((visitor) => visitor.context().close()));
});

function linkOf({ settings }: Awaited<ReturnType<Room["hold"]>>, code: string): string {
  return `${room.origin}/line/${settings.customerId}/${settings.eventId}/move?code=${code}`;
}

function isMoved(page: Page): Promise<boolean> {
  return page.getByRole("heading", { name: "Your place has moved" }).isVisible();
}
