import { expect, test } from "@playwright/test";
import { urlsOf } from "@/tools/stack/environment";
import { readPorts } from "@/tools/stack/ports";
import { expectAccessible } from "./console";

const { shop: SHOP, waitingRoom: ROOM } = urlsOf(readPorts());

test("the demo shop sends a browser through the line and back", async ({ page }) => {
  await page.goto(`${SHOP}/tickets`);
  await page.waitForURL(`${SHOP}/tickets`, { timeout: 60_000 });
  await expect(page.getByRole("heading").first()).toBeVisible();
  await expectAccessible(page);
});

test("a browser without JavaScript goes through the line too", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${SHOP}/tickets`);
  await page.waitForURL(`${SHOP}/tickets`, { timeout: 60_000 });
  await context.close();
});

for (const [path, code] of [
  ["/?c=nobody&e=nothing", "unknown-event"],
  ["/?c=demo", "bad-request"],
  ["/nothing-here", "not-found"],
  ["/error/hash/?c=demo&e=demosale", "token-hash"],
  ["/staff/demo/demosale?link=garbage", "staff-link-invalid"],
] as const) {
  test(`${path} says in plain words what is wrong (${code})`, async ({ page }) => {
    await page.goto(`${ROOM}${path}`);
    await expect(page.locator("code").first()).toHaveText(code);
    await expectAccessible(page);
  });
}
