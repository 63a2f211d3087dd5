import type { Browser } from "playwright";
import { ExpectedFailure } from "@/lib/platform/expected-failure";

const SITE = "https://shop.example.com/tickets";
const ROOM = "https://room.example.com/";

/** How a visitor of the site came in. */
export interface Visit {
  /** Every address that the browser was led to, without what is personal in it. */
  readonly way: readonly string[];
  readonly read: string;
}

/**
 * Visits a protected page as somebody who has never been there. Throws unless the visitor went through the waiting room, over
 * TLS that the browser has checked, and reads the page with a session of the connector.
 */
export async function visitSite(browser: Browser): Promise<Visit> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const way: string[] = [];
    page.on("response", (response) => {
      if (!response.request().isNavigationRequest()) return;
      const { origin, pathname } = new URL(response.url());
      way.push(`${response.status()} ${origin}${pathname}`);
    });
    const answer = await page.goto(SITE);
    await page.getByRole("heading", { name: "You are in" }).waitFor({ timeout: 120_000 });
    const read = `${await page.locator("h1").textContent()} ${await page.locator("p").textContent()}`;
    const issuer = (await answer?.securityDetails())?.issuer ?? "";
    const cookies = (await context.cookies(SITE)).map(({ name }) => name);
    if (!way.some((one) => one.includes(ROOM)) || !cookies.some((name) => /queue/i.test(name)))
      throw new ExpectedFailure(`The visitor came in past the line: ${way.join(", ")}`);
    if (!issuer.includes("Caddy")) throw new ExpectedFailure(`The certificate is of "${issuer}".`);
    return { way, read };
  } finally {
    await context.close();
  }
}
