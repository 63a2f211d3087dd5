import { randomBytes } from "node:crypto";
import { type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { encode } from "next-auth/jwt";
import { NEW_PART, newRuleValues, toRuleInput } from "@/components/rules/rule-form-values";
import { loadServiceContext } from "@/lib/auth/load-context";
import { sessionCookie } from "@/lib/auth/session-cookie";
import { readClaims } from "@/lib/auth/session-token";
import { isAsked } from "@/lib/domain/approval/approval";
import { env } from "@/lib/platform/env";
import { createEvent as create } from "@/lib/services/event/manage/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { withoutLimit } from "@/lib/services/ground/throttle";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { startSession } from "@/lib/services/people/session/start-session";
import { registerCustomer } from "@/lib/services/people/user/register-customer";
import { publish as publishRules } from "@/lib/services/sites/publication/publish";
import { createRule } from "@/lib/services/sites/rule/create";
import { createSecret } from "@/lib/services/sites/secret/create";
import { revealSecret } from "@/lib/services/sites/secret/reveal";
import { type NewCustomer, type NewEvent, PASSWORD } from "./console";

type Cookies = Exclude<BrowserContextOptions["storageState"], string | undefined>["cookies"];

/**
 * What journeys find ready: it is made by the verbs that the forms of `console.ts` call, with what these send. The
 * console knows of it at once, but for what it has read of the same customer in the ten seconds before.
 */
export async function newCustomer(): Promise<NewCustomer & { readonly cookies: Cookies }> {
  const customerId = `e2e${randomBytes(6).toString("hex")}`;
  const email = `${customerId}@example.com`;
  const name = "Ana Operator";
  const registered = await registerCustomer(withoutLimit(), {
    ...{ name, email, password: PASSWORD, customerId, customerName: "Harbour Hall" },
  });
  const sessionId = await startSession({
    user: { id: registered.userId, name },
    ...{ userAgent: "Chrome on Linux", address: "127.0.0.1" },
  });
  const value = await encode({
    token: { sub: registered.userId, name, email, ...registered, sessionId },
    secret: env.sessionSecret(),
  });
  const { name: cookie, options } = sessionCookie();
  const domain = new URL(env.consoleUrl()).hostname;
  const sent = { ...options, sameSite: "Lax", domain, expires: -1 } as const;
  return { customerId, email, cookies: [{ name: cookie, value, ...sent }] };
}

/** Makes a customer, whose owner is signed in from now on. */
export async function signUp(page: Page): Promise<NewCustomer> {
  const { cookies, ...customer } = await newCustomer();
  await page.context().addCookies(cookies);
  return customer;
}

/** Who is signed in. */
async function contextOf(cookies: Cookies): Promise<ServiceContext> {
  const sealed = cookies.find(({ name }) => name === sessionCookie().name)?.value;
  return loadServiceContext(await readClaims(sealed ?? ""));
}

const contextOfPage = async (page: Page) => contextOf(await page.context().cookies());

/** The customer's first secret, which signs, and a key to pull with. */
export async function addSecretAndKey(
  cookies: Cookies,
): Promise<{ readonly secret: string; readonly apiKey: string }> {
  const context = await contextOf(cookies);
  const created = await createSecret(context);
  if (isAsked(created)) throw new Error("The customer wants a second person for secrets.");
  const { text: secret } = await revealSecret(context, { secretId: created.id });
  const { text: apiKey } = await createApiKey(context, { name: "Shop of the test" });
  return { secret, apiKey };
}

/** The same for who is signed in on the page. */
export async function makeSecretAndKey(page: Page) {
  return addSecretAndKey(await page.context().cookies());
}

/** Makes an event, and stays where the page is. */
export async function makeEvent(page: Page, { allowedHosts, ...event }: NewEvent): Promise<void> {
  const context = await contextOfPage(page);
  await create(context, { ...event, kind: "always-on", allowedHosts: [...allowedHosts] });
}

/** The same, and opens its page. */
export async function createEvent(page: Page, event: NewEvent): Promise<void> {
  await makeEvent(page, event);
  await page.goto(`/events/${event.eventId}`);
  await expect(page.getByRole("heading", { name: event.name })).toBeVisible();
}

/** Adds a rule that sends visitors of paths with a text to an event. */
export async function addQueueRule(
  page: Page,
  rule: { readonly name: string; readonly value: string; readonly eventId: string },
): Promise<void> {
  const values = newRuleValues(rule.eventId);
  const part = { ...NEW_PART, ValueToCompare: rule.value };
  const triggers = [{ LogicalOperator: "And" as const, TriggerParts: [part] }];
  await createRule(
    await contextOfPage(page),
    toRuleInput({ ...values, name: rule.name, triggers }),
  );
}

/** Publishes the rules. */
export async function publish(page: Page): Promise<void> {
  await publishRules(await contextOfPage(page));
}
