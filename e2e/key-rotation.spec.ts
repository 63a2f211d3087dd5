import { expect, type Page, test } from "@playwright/test";
import { startDemoShop } from "@/tools/demo-shop/server";
import { expectAccessible, pauseEvent, readOnce } from "./console";
import { newVisitor, openEvent, type PreparedSite, prepareSite, ROOM, resume, start } from "./site";

/** A shop that can be started anew with other secrets, as a deployment does. */
function shopOf({ port, connector }: PreparedSite) {
  let running: { close(): Promise<void> } | null = null;
  const close = async () => {
    await running?.close();
    running = null;
  };
  const startWith = async (...secrets: [string, ...string[]]) => {
    await close();
    running = await startDemoShop({ port, ...connector, secrets });
  };
  return { startWith, close };
}

async function stageSecret(page: Page): Promise<string> {
  await page.goto("/secrets");
  await page.getByRole("button", { name: "Generate a secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Generate" }).click();
  return readOnce(page, "Your new secret");
}

/** The row of the secret that ends like this text. */
const rowOf = (page: Page, secret: string) =>
  page
    .getByRole("table", { name: "Secrets" })
    .getByRole("row")
    .filter({ hasText: secret.slice(-4) });

test("a secret is replaced while people wait and shop, and nobody is thrown out", async ({
  page,
}) => {
  const site = await prepareSite(page, "/tickets");
  const {
    address,
    connector: {
      secrets: [first],
    },
  } = site;
  const shop = shopOf(site);
  const [shopper, waiting] = [await newVisitor(page), await newVisitor(page)];
  /** True to the site: not sent to the line. */
  const expectIn = async (visitor: Page) => {
    await visitor.goto(`${address}/tickets/checkout`);
    expect(visitor.url()).toBe(`${address}/tickets/checkout`);
  };
  try {
    await shop.startWith(first);
    await start(page);
    await shopper.goto(`${address}/tickets`);
    await shopper.waitForURL(`${address}/tickets`);
    await pauseEvent(page);
    await waiting.goto(`${address}/tickets`);
    await waiting.waitForURL(`${ROOM}/**`);
    await expect(waiting.locator("#number")).toHaveText("2");

    const second = await stageSecret(page);
    await expect(rowOf(page, first)).toContainText("Active");
    await expect(rowOf(page, second)).toContainText("Staged");
    await expect(page.getByText("Missing on these:")).toBeVisible();
    await expectAccessible(page);

    await shop.startWith(first, second);
    await expect(page.getByText("Reported by 1 connector.")).toBeVisible();
    await rowOf(page, second)
      .getByRole("button", { name: /^Activate/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
    await expect(rowOf(page, second)).toContainText("Active");
    await expect(rowOf(page, first)).toContainText("Accepted");
    await expectIn(shopper);

    await openEvent(page);
    await resume(page);
    await waiting.waitForURL(`${address}/tickets`);
    await expectIn(waiting);

    await shop.startWith(second, first);
    await expectIn(shopper);
    await expectIn(waiting);
    await shop.startWith(second);
    await page.goto("/secrets");
    await rowOf(page, first)
      .getByRole("button", { name: /^Retire/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Retire secret" }).click();
    await expect(rowOf(page, first)).toHaveCount(0);
    await expectIn(shopper);
    await expectIn(waiting);

    await page.goto("/connectors");
    await expect(page.getByRole("table", { name: "Connectors" })).toContainText("Current");
    await expectAccessible(page);
  } finally {
    await shop.close();
    await Promise.all([shopper, waiting].map((visitor) => visitor.context().close()));
  }
});
