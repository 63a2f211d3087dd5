import { expect, test } from "@playwright/test";
import { runServer } from "@/tools/demo-shop/run-server";
import {
  expectWaiting,
  holdTheLine,
  newVisitor,
  openRulesToBrowsers,
  prepareSite,
  ROOM,
  resume,
} from "./site";

/** A page of a site without a server of its own. */
function staticPage(customerId: string): string {
  return `<!doctype html><html lang="en"><head><title>Shop</title>
<script src="${ROOM}/assets/connector.js" data-stanchion-c="${customerId}"
  data-stanchion-host="${ROOM}" data-stanchion-fail-open="true"></script>
</head><body><h1>Seats</h1></body></html>`;
}

test("a page that only a script protects: the visitor waits, comes back and stays in", async ({
  page,
}) => {
  const { address, customerId, port } = await prepareSite(page, "/tickets");
  await openRulesToBrowsers(page);
  const site = await runServer(
    (_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(staticPage(customerId));
    },
    { port },
    async () => undefined,
  );
  const visitor = await newVisitor(page);
  const problems: string[] = [];
  visitor.on("console", (message) => {
    if (message.type() === "error" && message.text().startsWith("stanchion")) {
      problems.push(message.text());
    }
  });
  try {
    await holdTheLine(page);
    await visitor.goto(`${address}/`);
    await expect(visitor.getByRole("heading", { name: "Seats" })).toBeVisible();
    await visitor.goto(`${address}/tickets?seat=7#map`, { waitUntil: "commit" });
    await expectWaiting(visitor);
    await resume(page);
    await visitor.waitForURL(`${address}/tickets?seat=7#map`);
    await expect(visitor.getByRole("heading", { name: "Seats" })).toBeVisible();
    await visitor.goto(`${address}/tickets/checkout`);
    await expect(visitor.getByRole("heading", { name: "Seats" })).toBeVisible();
    expect(visitor.url()).toBe(`${address}/tickets/checkout`);
    expect(problems).toEqual([]);

    const withoutScripts = await newVisitor(page, { javaScriptEnabled: false });
    await withoutScripts.goto(`${address}/tickets`);
    await expect(withoutScripts.getByRole("heading", { name: "Seats" })).toBeVisible();
    await withoutScripts.context().close();
  } finally {
    await visitor.context().close();
    await site.close();
  }
});
