import { expect, type Page, test } from "@playwright/test";
import { startPublicConnectorShop } from "@/tools/demo-shop/public-connector-server";
import { startDemoShop } from "@/tools/demo-shop/server";
import {
  BY_FORMS,
  holdTheLine,
  newVisitor,
  type PreparedSite,
  prepareSite,
  ROOM,
  resume,
} from "./site";

/** A site of the customer's own, protected by one of the connectors. */
type Site = {
  readonly prepare: (page: Page) => Promise<PreparedSite>;
  readonly start: (site: PreparedSite) => Promise<{ close(): Promise<void> }>;
};

const SITES: Readonly<Record<string, Site>> = {
  // From the first form of the console to the visitor who is in, as people do it.
  "our connector": {
    prepare: (page) => prepareSite(page, "/tickets", BY_FORMS),
    start: ({ port, connector }) => startDemoShop({ port, ...connector }),
  },
  "the unmodified public connector, over TLS": {
    prepare: (page) => prepareSite(page, "/tickets"),
    start: ({ port, connector }) =>
      startPublicConnectorShop({ port, ...connector, secret: connector.secrets[0] }),
  },
};

for (const [connector, { prepare, start }] of Object.entries(SITES)) {
  test(`a visitor goes all the way through the line, with ${connector}`, async ({ page }) => {
    const prepared = await prepare(page);
    const { address } = prepared;
    const site = await start(prepared);
    const visitor = await newVisitor(page);
    try {
      await holdTheLine(page, "We open in a moment.");

      await visitor.goto(`${address}/tickets`);
      await expect(visitor.locator("#message-text")).toHaveText("We open in a moment.");
      expect(new URL(visitor.url()).hostname).toBe(new URL(ROOM).hostname);
      await expect(visitor.locator("#number")).toHaveText("1");
      const waiting = page.locator("dl").filter({ hasText: "Waiting" }).first();
      await expect(waiting).toContainText(/Waiting\s*1/);

      await resume(page);
      await visitor.waitForURL(`${address}/tickets`, { timeout: 60_000 });
      await expect(visitor.getByRole("heading").first()).toBeVisible();
      await visitor.goto(`${address}/tickets/checkout`);
      expect(visitor.url()).toBe(`${address}/tickets/checkout`);
      await expect(
        page
          .locator("dl")
          .filter({ hasText: /Admitted\s*1(?!\d)/ })
          .last(),
      ).toBeVisible();
    } finally {
      await visitor.context().close();
      await site.close();
    }
  });
}
