import { randomBytes } from "node:crypto";
import { type BrowserContextOptions, test as base, type Page } from "@playwright/test";
import { createEvent, makeSecretAndKey, signUp } from "./console";

type SignedIn = NonNullable<BrowserContextOptions["storageState"]>;

/**
 * A test whose browser is signed in at a customer that has a secret. The tests of one worker share the
 * customer, so that not each of them signs up: a test makes an event of its own and counts on nothing else.
 */
export const test = base.extend<object, { owner: SignedIn }>({
  owner: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext({ baseURL: project.use.baseURL ?? "" });
      const page = await context.newPage();
      await signUp(page);
      await makeSecretAndKey(page);
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: "worker" },
  ],
  storageState: ({ owner }, use) => use(owner),
});

/** Makes an event named Harbour and stays on its live page, whose path it answers. */
export async function createHarbour(page: Page): Promise<string> {
  const eventId = `e${randomBytes(6).toString("hex")}`;
  await createEvent(page, {
    name: "Harbour",
    eventId,
    targetUrl: "http://shop.localhost/tickets",
    allowedHosts: [],
  });
  return `/events/${eventId}`;
}
