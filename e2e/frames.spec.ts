import { expect, test } from "@playwright/test";
import { openFramedEvent, startSites } from "./framed";
import { newVisitor, resume } from "./site";

test("the page waits in a frame of a named site, and of no other", async ({ page }) => {
  const sites = await startSites();
  const room = await openFramedEvent(page, sites.shop);
  const visitor = await newVisitor(page);
  const stranger = await newVisitor(page);
  const framing = (site: string) => `${site}/?${new URLSearchParams({ room })}`;
  try {
    await stranger.goto(framing(sites.stranger));
    const refused = stranger.frameLocator("iframe");
    await expect(refused.getByText("Open this page in a new window")).toBeVisible();
    expect(await stranger.context().cookies()).toEqual([]);

    await visitor.goto(framing(sites.shop));
    const framed = visitor.frameLocator("iframe");
    await expect(framed.locator("#number")).toHaveText("1");
    await visitor.reload();
    await expect(framed.locator("#number")).toHaveText("1");

    await resume(page);
    await visitor.waitForURL(/shop\.localhost:\d+\/tickets\?.*queueittoken=/);
  } finally {
    await visitor.context().close();
    await stranger.context().close();
    sites.close();
  }
});
