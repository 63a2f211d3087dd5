import { randomBytes } from "node:crypto";
import { test as base, type Page } from "@playwright/test";
import { addSecretAndKey, createEvent, newCustomer } from "./prepared";

/** A test whose browser is signed in at a customer of the test's own that has a secret. */
export const test = base.extend({
  storageState: async ({ browserName: _ }, use) => {
    const { cookies } = await newCustomer();
    await addSecretAndKey(cookies);
    await use({ cookies, origins: [] });
  },
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
