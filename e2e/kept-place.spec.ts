import { expect, type Page, test } from "@playwright/test";
import { leaveLine } from "./leave-line";
import { openRoom, type Room } from "./room";

const DAY_MS = 24 * 3_600_000;
let room: Room;

test.beforeAll(async () => {
  room = await openRoom();
});
test.afterAll(async () => {
  await room.close();
});

type Held = Awaited<ReturnType<Room["hold"]>>;

async function expectNumber(page: Page, number: number): Promise<void> {
  await expect(page.locator("#number")).toHaveText(`${number}`);
}

/** The page is in line, has checked in once and so keeps its place. */
async function join(page: Page, held: Held, number: number): Promise<void> {
  await page.goto(held.page);
  await expectNumber(page, number);
  await expect.poll(() => keptBy(page)).toMatch(/^[\w-]{100,} \d+$/);
}

function keptBy(page: Page): Promise<string> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith(":place"));
    return (key && localStorage.getItem(key)) || "";
  });
}

test("a lost cookie keeps the place: the number, the line and the way in", async ({ page }) => {
  const held = await room.hold();
  await join(page, held, 1);
  await page.context().clearCookies();
  await page.reload();
  await expectNumber(page, 1);
  await page.context().clearCookies();
  await held.resume();
  await page.waitForURL(/shop\.localhost.*queueittoken/);
  expect(await held.counts()).toEqual({ numbers: 1, admitted: 1 });
});

test("a browser that drops all cookies goes the whole way", async ({ page }) => {
  const held = await room.hold();
  await join(page, { ...held, page: held.cookielessPage }, 1);
  await page.reload();
  await expectNumber(page, 1);
  expect(await page.context().cookies()).toEqual([]);
  await held.resume();
  await page.waitForURL(/shop\.localhost.*queueittoken/);
  expect(await held.counts()).toEqual({ numbers: 1, admitted: 1 });
});

/** Storage throws, as where a browser keeps nothing for sites. */
function withoutStorage(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const blocked = {
      get: () => {
        throw new DOMException("blocked", "SecurityError");
      },
    };
    Object.defineProperty(window, "localStorage", blocked);
  });
}

test("a browser with neither cookies nor storage is asked to allow cookies before it has a number", async ({
  page,
}) => {
  const held = await room.hold();
  await withoutStorage(page);
  for (let times = 0; times < 3; times += 1) {
    await page.goto(held.cookielessPage);
    await expect(page.getByRole("heading", { name: "Please allow cookies" })).toBeVisible();
  }
  expect((await held.counts()).numbers).toBe(0);
});

test("a browser with cookies and without storage goes the whole way", async ({ page }) => {
  const held = await room.hold();
  await withoutStorage(page);
  await page.goto(held.page);
  await expectNumber(page, 1);
  await page.reload();
  await expectNumber(page, 1);
  await held.resume();
  await page.waitForURL(/shop\.localhost.*queueittoken/);
  expect(await held.counts()).toEqual({ numbers: 1, admitted: 1 });
});

test("a tab that crashed has its place again", async ({ page, context }) => {
  const held = await room.hold();
  await join(page, held, 1);
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  // A page that has crashed answers nothing any more.
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
  const again = await context.newPage();
  await again.goto(held.page);
  await expectNumber(again, 1);
  await context.clearCookies();
  await again.reload();
  await expectNumber(again, 1);
  expect((await held.counts()).numbers).toBe(1);
});

test("two tabs have one place, and one of them goes in", async ({ page, context }) => {
  const held = await room.hold();
  await join(page, held, 1);
  const second = await context.newPage();
  await join(second, held, 1);
  await held.resume();
  await Promise.all([page, second].map((tab) => tab.waitForURL(/shop\.localhost.*queueittoken/)));
  const tokens = [page, second].map((tab) => new URL(tab.url()).searchParams.get("queueittoken"));
  expect(new Set(tokens).size).toBe(1);
  expect(await held.counts()).toEqual({ numbers: 1, admitted: 1 });
});

test("who leaves gives the place back, in every tab and for good", async ({ page, context }) => {
  const held = await room.hold();
  await join(page, held, 1);
  const second = await context.newPage();
  await join(second, held, 1);
  await leaveLine(page);
  await expect(page.getByText("You’ve given up your place")).toBeVisible();
  await second.reload();
  await second.getByRole("link", { name: "Join the line" }).click();
  await expectNumber(second, 2);
  await page.goto(held.page);
  await expectNumber(page, 2);
  expect((await held.counts()).numbers).toBe(2);
});

test("back from the shop nobody gets a second place", async ({ page }) => {
  const held = await room.hold();
  await join(page, held, 1);
  await held.resume();
  await page.waitForURL(/shop\.localhost.*queueittoken/);
  const before = page.url();
  await page.goBack().catch(() => null);
  await page.goto(held.page);
  await page.waitForURL(/shop\.localhost.*queueittoken/);
  expect(page.url()).toBe(before);
  expect(await held.counts()).toEqual({ numbers: 1, admitted: 1 });
});

test("on a second visit the place comes with the page, before the server is asked for it", async ({
  page,
}) => {
  const held = await room.hold();
  await join(page, held, 1);
  await page.route("**/status?*", () => undefined);
  await page.reload();
  await page.waitForRequest(/\/status\?/);
  await expectNumber(page, 1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The line is paused");
  await expect(page.locator("#wait")).toHaveText(/\w/);
});

test("a page that is shown from the browser's memory does not show what was", async ({ page }) => {
  const held = await room.hold();
  await join(page, held, 1);
  const loads = page.waitForEvent("load");
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
  );
  await loads;
  await expectNumber(page, 1);
});

test("a page that a browser loads ahead takes no number", async ({ page }) => {
  const held = await room.hold();
  await page.addInitScript(() => {
    Object.defineProperty(document, "prerendering", { value: true });
  });
  await page.goto(held.page);
  await page.waitForTimeout(1_500);
  expect((await held.counts()).numbers).toBe(0);
  await page.evaluate(() => document.dispatchEvent(new Event("prerenderingchange")));
  await expectNumber(page, 1);
});

for (const days of [-1, 1]) {
  test(`a device whose clock is ${days} days wrong keeps its place and goes in`, async ({
    page,
  }) => {
    const held = await room.hold();
    await page.clock.install({ time: new Date(Date.now() + days * DAY_MS) });
    await page.clock.resume();
    await join(page, held, 1);
    await page.context().clearCookies();
    await page.clock.setSystemTime(new Date());
    await page.reload();
    await expectNumber(page, 1);
    await held.resume();
    await page.waitForURL(/shop\.localhost.*queueittoken/);
    expect(await held.counts()).toEqual({ numbers: 1, admitted: 1 });
  });
}

test("two minutes offline: the page says so, goes on by itself, and the place is there", async ({
  page,
  context,
}) => {
  const held = await room.hold();
  await page.clock.install();
  await page.clock.resume();
  await join(page, held, 1);
  await context.setOffline(true);
  for (let step = 0; step < 24; step += 1) await page.clock.fastForward(5_000);
  await expect(page.locator("body")).toHaveAttribute("data-screen", "offline");
  await context.setOffline(false);
  await page.clock.fastForward(60_000);
  await expectNumber(page, 1);
  await held.resume();
  for (let step = 0; step < 12 && !page.url().includes("shop"); step += 1) {
    await page.clock.fastForward(5_000).catch(() => null);
  }
  await page.waitForURL(/shop\.localhost.*queueittoken/);
  expect(await held.counts()).toEqual({ numbers: 1, admitted: 1 });
});
