import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { openRoom, type Room } from "./room";

const OWN_WINDOW = "Open in a new window";

let room: Room;
let site: Server;
let shop = "";

test.beforeAll(async () => {
  room = await openRoom();
  site = createServer(({ url = "/" }, response) => {
    const { searchParams } = new URL(url, "http://shop.localhost");
    const [address = "", sandbox = ""] = ["room", "sandbox"].map(
      (name) => searchParams.get(name)?.replaceAll("&", "&amp;") ?? "",
    );
    response.setHeader("content-type", "text/html");
    const frame = `<iframe title="Line" width="800" height="700" sandbox="${sandbox}" src="${address}">`;
    response.end(`<!doctype html><h1>Shop</h1>${frame}</iframe>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  shop = `http://shop.localhost:${(site.address() as AddressInfo).port}`;
});
test.afterAll(async () => {
  site.close();
  await room.close();
});

for (const [sandbox, shown, numbers] of [
  ["allow-scripts allow-forms", "Open this page in a new window", 0],
  ["allow-scripts", "Open this page in a new window", 0],
  ["allow-forms", OWN_WINDOW, 0],
  ["", OWN_WINDOW, 0],
  ["allow-scripts allow-same-origin allow-forms", "Your number", 1],
] as const) {
  test(`in a frame with sandbox="${sandbox}" the page says at once what it can do`, async ({
    page,
  }) => {
    const held = await room.hold({ frameOrigins: [shop] });
    const joins: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") joins.push(request.url());
    });
    await page.goto(`${shop}/?${new URLSearchParams({ room: held.page, sandbox })}`);
    const framed = page.frameLocator("iframe");
    await expect(framed.getByText(shown, { exact: true })).toBeVisible();
    const link = framed.getByRole("link", { name: OWN_WINDOW });
    if (numbers === 0) {
      expect(await link.getAttribute("href")).toContain(`e=${held.settings.eventId}`);
      expect(joins).toEqual([]);
    } else {
      await expect(framed.locator("#number")).toHaveText("1");
      await expect(link).toBeHidden();
    }
    expect((await held.counts()).numbers ?? 0).toBe(numbers);
  });
}
