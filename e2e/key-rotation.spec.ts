import { expect, type Page, test } from "@playwright/test";
import { startDemoShop } from "../scripts/demo-shop/server";
import { findFreePorts } from "../scripts/stack/ports";
import {
  addQueueRule,
  createEvent,
  expectAccessible,
  makeSecretAndKey,
  publish,
  readOnce,
  signUp,
} from "./console";

const ROOM_PORT = Number(process.env["WAITING_ROOM_PORT"] ?? "3001");
const ROOM = `http://room.localhost:${ROOM_PORT}`;

/** A shop that can be started anew with other secrets, as a deployment does. */
function shopOf(port: number, customerId: string, apiKey: string) {
  let running: { close(): Promise<void> } | null = null;
  const close = async () => {
    await running?.close();
    running = null;
  };
  const startWith = async (...secrets: [string, ...string[]]) => {
    await close();
    running = await startDemoShop({
      port,
      customerId,
      apiKey,
      secrets,
      configUrl: `${ROOM}/status/integrationconfig/secure/${customerId}`,
      connect: { host: "127.0.0.1", port: ROOM_PORT },
      pullIntervalSeconds: 1,
      failOpen: false,
      waitingRoomOrigin: ROOM,
    });
  };
  return { startWith, close };
}

async function newVisitor(operator: Page): Promise<Page> {
  const browser = operator.context().browser();
  if (browser === null) throw new Error("The operator's page has no browser.");
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  return context.newPage();
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
  const { shop: port } = await findFreePorts();
  const address = `http://shop.localhost:${port}`;
  const { customerId } = await signUp(page);
  await createEvent(page, {
    name: "Spring Sale",
    eventId: "springsale",
    targetUrl: `${address}/tickets`,
    allowedHosts: [`shop.localhost:${port}`],
  });
  const { secret: first, apiKey } = await makeSecretAndKey(page);
  await addQueueRule(page, { name: "Tickets", value: "/tickets" });
  await publish(page);
  const shop = shopOf(port, customerId, apiKey);
  const [shopper, waiting] = [await newVisitor(page), await newVisitor(page)];
  /** True to the site: not sent to the line. */
  const expectIn = async (visitor: Page) => {
    await visitor.goto(`${address}/tickets/checkout`);
    expect(visitor.url()).toBe(`${address}/tickets/checkout`);
  };
  try {
    await shop.startWith(first);
    await page.goto("/events/springsale");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: "In force on" })).toBeVisible();
    await shopper.goto(`${address}/tickets`);
    await shopper.waitForURL(`${address}/tickets`);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: /pause/i }).click();
    await expect(page.getByText("Paused", { exact: true }).first()).toBeVisible();
    await waiting.goto(`${address}/tickets`);
    await expect(waiting.locator("#number")).toHaveText(/\d/);

    const second = await stageSecret(page);
    await expect(rowOf(page, first)).toContainText("Signs");
    await expect(rowOf(page, second)).toContainText("Staged");
    await expect(page.getByText("Not yet with these:")).toBeVisible();
    await expectAccessible(page);

    await shop.startWith(first, second);
    await expect(page.getByText("1 connector reported it.")).toBeVisible();
    await rowOf(page, second)
      .getByRole("button", { name: /^Activate/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
    await expect(rowOf(page, second)).toContainText("Signs");
    await expect(rowOf(page, first)).toContainText("Still accepted");
    await expectIn(shopper);

    await page.goto("/events/springsale");
    await page.getByRole("button", { name: "Resume" }).click();
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
