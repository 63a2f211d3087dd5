import { type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { urlsOf } from "@/tools/stack/environment";
import { findFreePorts, readPorts } from "@/tools/stack/ports";
import * as forms from "./console";
import { pauseEvent, startEvent } from "./console";
import * as prepared from "./prepared";

export const ROOM = urlsOf(readPorts()).waitingRoom;
const EVENT_ID = "springsale";

/** A customer with an event and one published rule, and where their site is to be. */
export interface PreparedSite {
  readonly customerId: string;
  readonly port: number;
  /** As visitors reach it. */
  readonly address: string;
  /** What a connector on the site's server needs. */
  readonly connector: {
    readonly customerId: string;
    readonly secrets: readonly [string];
    readonly apiKey: string;
    readonly configUrl: string;
    readonly pullIntervalSeconds: number;
    readonly failOpen: false;
    readonly waitingRoomOrigin: string;
  };
}

type Preparing = Omit<typeof prepared, "newCustomer" | "addSecretAndKey" | "createEvent">;

/** The forms of the console, where a journey is about them, too. */
export const BY_FORMS: Preparing = { ...forms, makeEvent: forms.createEvent };

/**
 * Makes a customer whose rule sends visitors of paths with `protectedPath` to the line.
 */
export async function prepareSite(
  page: Page,
  protectedPath: string,
  { signUp, makeEvent, makeSecretAndKey, addQueueRule, publish }: Preparing = prepared,
): Promise<PreparedSite> {
  const { shop: port } = await findFreePorts();
  const host = `shop.localhost:${port}`;
  const { customerId } = await signUp(page);
  await makeEvent(page, {
    name: "Spring Sale",
    eventId: EVENT_ID,
    targetUrl: `http://${host}/`,
    allowedHosts: [host],
  });
  const { secret, apiKey } = await makeSecretAndKey(page);
  await addQueueRule(page, { name: "Tickets", value: protectedPath, eventId: EVENT_ID });
  await publish(page);
  return {
    customerId,
    port,
    address: `http://${host}`,
    connector: {
      customerId,
      secrets: [secret],
      apiKey,
      configUrl: `${ROOM}/status/integrationconfig/secure/${customerId}`,
      pullIntervalSeconds: 1,
      failOpen: false,
      waitingRoomOrigin: ROOM,
    },
  };
}

/** Lets the script in pages read the rules. */
export async function openRulesToBrowsers(page: Page): Promise<void> {
  await page.goto("/connectors");
  await page.getByRole("button", { name: "Make rules public" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make public" }).click();
  await expect(page.getByText("Public", { exact: true })).toBeVisible();
}

/** Opens the page of the event. */
export async function openEvent(page: Page): Promise<void> {
  await page.goto(`/events/${EVENT_ID}`);
}

/** Starts the event. */
export async function start(page: Page): Promise<void> {
  await openEvent(page);
  await startEvent(page);
}

/** Starts the event and lets nobody in until {@link resume}. */
export async function holdTheLine(page: Page, message = ""): Promise<void> {
  await start(page);
  await pauseEvent(page, message);
}

/** Lets those who wait go on. */
export async function resume(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Resume", exact: true }).click();
}

/** A visitor with a browser of their own. */
export async function newVisitor(
  operator: Page,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const browser = operator.context().browser();
  if (browser === null) throw new Error("The operator's page has no browser.");
  const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options });
  return context.newPage();
}

/** The visitor stands in the line, as the first. */
export async function expectWaiting(visitor: Page): Promise<void> {
  await visitor.waitForURL(`${ROOM}/**`);
  await expect(visitor.locator("#number")).toHaveText("1");
}
