import { chromium, expect, test } from "@playwright/test";
import { openFramedEvent, startSites } from "./framed";

test("a place in a frame is kept where the browser blocks third-party cookies", async ({ page }, {
  project,
}) => {
  const { shop, cookiePage, close } = await startSites();
  const room = await openFramedEvent(page, shop);
  const { args = [], ...launch } = project.use.launchOptions ?? {};
  const strict = await chromium.launch({
    ...launch,
    args: [...args, "--test-third-party-cookie-phaseout"],
  });
  const visitor = await strict.newPage({ ignoreHTTPSErrors: true });
  const framing = (address: string) => `${shop}/?${new URLSearchParams({ room: address })}`;
  const framed = visitor.frameLocator("iframe");
  try {
    // The browser blocks them indeed: a cookie that is not kept apart by site does not come back.
    await visitor.goto(framing(cookiePage));
    await visitor.reload();
    await expect(framed.locator("#cookies")).toHaveText("none");

    await visitor.goto(framing(room));
    await expect(framed.locator("#number")).toHaveText("1");
    await visitor.reload();
    await expect(framed.locator("#number")).toHaveText("1");
    const placed = await visitor.context().cookies(room);
    expect(placed.length).toBeGreaterThan(0);
    expect(placed.every(({ partitionKey }) => partitionKey !== undefined)).toBe(true);
  } finally {
    await strict.close();
    close();
  }
});
