import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { startPublicConnectorShop } from "../scripts/demo-shop/public-connector-server";
import { startDemoShop } from "../scripts/demo-shop/server";
import { findFreePorts } from "../scripts/stack/ports";
import { addQueueRule, createEvent, makeSecretAndKey, publish, signUp } from "./console";

const ROOM_PORT = Number(process.env["WAITING_ROOM_PORT"] ?? "3001");

type Site = { readonly address: string; close(): Promise<void> };

/** A site of the customer's own, protected by one of the connectors. */
type StartSite = (site: {
  readonly port: number;
  readonly customerId: string;
  readonly secret: string;
  readonly apiKey: string;
}) => Promise<{ close(): Promise<void> }>;

function pullOptions(customerId: string, apiKey: string) {
  return {
    apiKey,
    customerId,
    configUrl: `http://room.localhost:${ROOM_PORT}/status/integrationconfig/secure/${customerId}`,
    connect: { host: "127.0.0.1", port: ROOM_PORT },
    pullIntervalSeconds: 1,
  };
}

const SITES: Readonly<Record<string, StartSite>> = {
  "our connector": ({ port, customerId, secret, apiKey }) =>
    startDemoShop({
      port,
      ...pullOptions(customerId, apiKey),
      secrets: [secret],
      failOpen: false,
      waitingRoomOrigin: `http://room.localhost:${ROOM_PORT}`,
    }),
  "the unmodified public connector, over TLS": ({ port, customerId, secret, apiKey }) =>
    startPublicConnectorShop({ port, ...pullOptions(customerId, apiKey), secret }),
};

async function openSite(page: Page, start: StartSite): Promise<Site> {
  const { shop: port } = await findFreePorts();
  const host = `shop.localhost:${port}`;
  const { customerId } = await signUp(page);
  await createEvent(page, {
    name: "Spring Sale",
    eventId: "springsale",
    targetUrl: `http://${host}/tickets`,
    allowedHosts: [host],
  });
  const { secret, apiKey } = await makeSecretAndKey(page);
  await addQueueRule(page, { name: "Tickets", value: "/tickets" });
  await publish(page);
  const site = await start({ port, customerId, secret, apiKey });
  return { address: `http://${host}`, close: site.close };
}

async function newVisitor(operator: Page): Promise<{ context: BrowserContext; visitor: Page }> {
  const browser = operator.context().browser();
  if (browser === null) throw new Error("The operator's page has no browser.");
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  return { context, visitor: await context.newPage() };
}

for (const [connector, start] of Object.entries(SITES)) {
  test(`a visitor goes all the way through the line, with ${connector}`, async ({ page }) => {
    const site = await openSite(page, start);
    const { context, visitor } = await newVisitor(page);
    try {
      await page.goto("/events/springsale");
      await page.getByRole("button", { name: "Start", exact: true }).click();
      const inForce = page.getByRole("status").filter({ hasText: "In force on" });
      await expect(inForce).toBeVisible();
      await page.getByRole("button", { name: "Pause", exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Message to those who wait").fill("We open in a moment.");
      await dialog.getByRole("button", { name: /pause/i }).click();
      await expect(page.getByText("Paused", { exact: true }).first()).toBeVisible();
      await expect(inForce).toBeVisible();

      await visitor.goto(`${site.address}/tickets`);
      await expect(visitor.getByText("We open in a moment.")).toBeVisible();
      expect(visitor.url()).toContain("room.localhost");
      await expect(visitor.locator("#number")).toHaveText("1");
      const waiting = page.locator("dl").filter({ hasText: "Waiting" }).first();
      await expect(waiting).toContainText(/Waiting\s*1/);

      await page.getByRole("button", { name: "Resume" }).click();
      await visitor.waitForURL(`${site.address}/tickets`, { timeout: 60_000 });
      await expect(visitor.getByRole("heading").first()).toBeVisible();
      await visitor.goto(`${site.address}/tickets/checkout`);
      expect(visitor.url()).toBe(`${site.address}/tickets/checkout`);
      await expect(page.getByText("1 admitted")).toBeVisible();
    } finally {
      await context.close();
      await site.close();
    }
  });
}
