import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./console";
import { leaveLine } from "./leave-line";
import { openRoom, type Room } from "./room";

let room: Room;

test.beforeAll(async () => {
  room = await openRoom();
});
test.afterAll(async () => {
  await room.close();
});

/** Nobody calculates so much in the time of a test. */
const ENDLESS = 24;

/** An event under attack: everybody gets a challenge. */
function attacked(difficulty = 14) {
  const challenge = {
    when: "never",
    fromJoinsPerMinute: null,
    kind: "work",
    difficulty,
    provider: null,
    minimalScore: 50,
    whenDown: "work",
  } as const;
  return room.hold({ softBlock: true, protection: room.protectionWith(challenge) });
}

const progressOf = (page: Page) => page.getByRole("progressbar", { name: "Progress of the check" });
const stopOf = (page: Page) => page.getByRole("button", { name: "Stop the check" });
const startOf = (page: Page) => page.getByRole("button", { name: "Restart the check" });
const expectNumber = (page: Page, number: number) =>
  expect(page.locator("#number")).toHaveText(`${number}`);

test("a challenge is solved by itself, and whoever has passed is not asked again", async ({
  page,
}) => {
  const held = await attacked();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(held.page);
  await expectNumber(page, 1);
  const challenges = () => asked.filter((path) => path.startsWith("/assets/challenge-")).length;
  expect(challenges()).toBeGreaterThan(0);
  expect(await held.counts()).toMatchObject({ numbers: 1 });

  const before = challenges();
  await leaveLine(page);
  await page.getByRole("link", { name: "Join the line" }).click();
  await expectNumber(page, 2);
  expect(challenges()).toBe(before);
});

test("nobody loads the challenge who is not asked", async ({ page }) => {
  const held = await room.hold();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(held.page);
  await expectNumber(page, 1);
  await page.waitForLoadState("networkidle");
  expect(asked.filter((url) => url.includes("/assets/challenge-"))).toEqual([]);
});

test("a challenge is given up and started again by the keyboard, and read out", async ({
  page,
}) => {
  const held = await attacked(ENDLESS);
  await page.goto(held.page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Quick check");
  await expect(progressOf(page)).toBeVisible();
  const status = page.getByRole("status");
  await expect(status).toContainText("The check has started");
  await expect(page.locator("#announcer")).toContainText("Quick check");
  await expect(page.locator("#challenge")).toMatchAriaSnapshot(`
    - progressbar "Progress of the check"
    - status: The check has started. It takes a few seconds.
    - button "Stop the check"
  `);
  await expectAccessible(page);

  await stopOf(page).focus();
  await page.keyboard.press("Enter");
  await expect(status).toHaveText("The check was stopped. You don’t have a place in line yet.");
  await expect(startOf(page)).toBeFocused();
  await expect(progressOf(page)).toHaveCount(0);
  expect(await held.counts()).toMatchObject({ numbers: 0 });
  await expectAccessible(page);

  await page.keyboard.press("Enter");
  await expect(progressOf(page)).toBeVisible();
  await held.change(2, { softBlock: false });
  await expect(async () => {
    if (await stopOf(page).isVisible()) await stopOf(page).click();
    await startOf(page).click({ timeout: 1_000 });
    await expect(page.locator("#number")).toHaveText("1", { timeout: 2_000 });
  }).toPass();
});

test("a challenge that cannot be loaded says so and can be tried again", async ({ page }) => {
  const held = await attacked();
  await page.route("**/assets/challenge-*", (route) => route.abort());
  await page.goto(held.page);
  await expect(page.getByRole("alert")).toHaveText(
    "The check didn’t work this time. Please try again.",
  );
  await expectAccessible(page);
  expect(await held.counts()).toMatchObject({ numbers: 0 });
  await page.unroute("**/assets/challenge-*");
  await startOf(page).click();
  await expectNumber(page, 1);
});

test("a challenge whose script for the page cannot be loaded says so, and comes by itself", async ({
  page,
}) => {
  const held = await attacked();
  let tries = 0;
  await page.route("**/assets/extras-*", (route) => {
    tries += 1;
    return tries === 1 ? route.abort() : route.continue();
  });
  await page.goto(held.page);
  await expect(page.getByRole("alert")).toHaveText(
    "The check didn’t work this time. Please try again.",
  );
  await expectAccessible(page);
  await expectNumber(page, 1);
  expect(tries).toBe(2);
});

test("where no worker can be had the page calculates itself, and stays usable", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "Worker");
  });
  const held = await attacked();
  await page.goto(held.page);
  await expectNumber(page, 1);
});

test("a form that is asked for a challenge is solved and sent by its page", async ({ page }) => {
  const held = await attacked();
  const { customerId, eventId } = held.settings;
  await page.goto(`${new URL(held.page).origin}/line/${customerId}/${eventId}/code`);
  await page.evaluate(() => {
    document.querySelector('input[name="code"]')?.remove();
    document.querySelector("form")?.submit();
  });
  await expectNumber(page, 1);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor waits instead, presses a button, and has a place", async ({ page }) => {
    const held = await attacked(ENDLESS);
    await page.goto(held.page);
    await page.getByRole("button", { name: "Join the line" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Quick check");
    await expect(page.getByRole("button")).toHaveCount(0);
    expect(await held.counts()).toMatchObject({ numbers: 0 });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The check is done");
    await page.getByRole("button", { name: "Join the line" }).click();
    await expectNumber(page, 1);
    expect(await held.counts()).toMatchObject({ numbers: 1 });
  });
});
