import { expect, test } from "@playwright/test";
import { runServer } from "@/tools/demo-shop/run-server";
import { chooseOption, publish } from "./console";
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
function staticPage(customerId: string, variables: string = ""): string {
  return `<!doctype html><html lang="en"><head><title>Shop</title><script>${variables}</script>
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

test("a rule on a variable of the page: written, tried, published, and acted on by the script alone", async ({
  page,
}) => {
  const { address, customerId, port } = await prepareSite(page, "/never");
  await page.goto("/rules/new");
  await page.getByLabel("Name", { exact: true }).fill("Members");
  await chooseOption(page, "Match on", /^Page variable/);
  await expect(page.getByText(/^Only the browser connector sees page variables/)).toBeVisible();
  await page.getByLabel("Value", { exact: true }).fill("gold");
  await page.getByRole("button", { name: "Add rule" }).click();
  await expect(page.getByText("Enter the variable name.")).toBeVisible();
  await page.getByLabel("Variable", { exact: true }).fill("alert(1)");
  await page.getByRole("button", { name: "Add rule" }).click();
  await expect(page.getByText(/^Enter a variable such as/)).toBeVisible();
  await page.getByLabel("Variable", { exact: true }).fill("shop.user.level");
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.waitForURL(/\/rules$/);
  await expect(page.getByText(/^When the page variable “shop.user.level” contains/)).toBeVisible();

  await page.getByLabel("Request", { exact: true }).fill(`${address}/members`);
  await expect(page.getByText(/^No rule matches/)).toBeVisible();
  await chooseOption(page, "Connector", /^Browser connector/);
  await page.getByLabel("shop.user.level").fill("Gold member");
  await expect(page.getByText("Rule 2 “Members” applies: the visitor goes")).toBeVisible();
  await publish(page);
  await openRulesToBrowsers(page);

  const site = await runServer(
    ({ url = "" }, response) => {
      const level = url.includes("gold") ? "Gold" : "Tin";
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(staticPage(customerId, `window.shop = { user: { level: "${level}" } };`));
    },
    { port },
    async () => undefined,
  );
  const visitor = await newVisitor(page);
  try {
    await holdTheLine(page);
    await visitor.goto(`${address}/tin`);
    await visitor.evaluate("stanchion.check()");
    await expect(visitor.getByRole("heading", { name: "Seats" })).toBeVisible();
    expect(visitor.url()).toBe(`${address}/tin`);
    await visitor.goto(`${address}/gold`, { waitUntil: "commit" });
    await expectWaiting(visitor);
  } finally {
    await visitor.context().close();
    await site.close();
  }
});
