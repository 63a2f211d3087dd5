import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { db } from "@/lib/db/client";
import { isAsked } from "@/lib/domain/approval/approval";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { startEvent } from "@/lib/services/event/control/start";
import { createEvent } from "@/lib/services/event/manage/create";
import { getEvent } from "@/lib/services/event/manage/get";
import { listEventNames } from "@/lib/services/event/manage/list-names";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { ServiceContext } from "@/lib/services/ground/context";
import { withoutLimit } from "@/lib/services/ground/throttle";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { listApiKeys } from "@/lib/services/people/api-key/list";
import { revokeApiKey } from "@/lib/services/people/api-key/revoke";
import { registerCustomer } from "@/lib/services/people/user/register-customer";
import { createPasswordReset } from "@/lib/services/people/user/request-password-reset";
import { setByToken } from "@/lib/services/people/user/reset-password";
import { listPublications } from "@/lib/services/sites/publication/list";
import { publish } from "@/lib/services/sites/publication/publish";
import { createRule } from "@/lib/services/sites/rule/create";
import { listRules } from "@/lib/services/sites/rule/list";
import { activateSecret } from "@/lib/services/sites/secret/activate";
import { createSecret } from "@/lib/services/sites/secret/create";
import { listSecrets } from "@/lib/services/sites/secret/list";
import { retireSecret } from "@/lib/services/sites/secret/retire";
import { revealSecret } from "@/lib/services/sites/secret/reveal";
import { type DemoCredentials, readCredentials, writeCredentials } from "./credentials";

const CUSTOMER_ID = "demo";
const EVENT_ID = "demosale";
const EMAIL = "demo@example.com";
const OUTFLOW = 1_200;
const API_KEY_NAME = "Demo shop";
const RULE_NAME = "Tickets";
const WANTS_TWO =
  "The demo's customer wants a second person for secrets, so its shop gets no new one.";

/** Where `demo.json` with the credentials lies, and what the services read. */
type SeedOptions = {
  readonly dataDirectory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/**
 * Makes the demo customer with an open event, a published rule and what its shop needs, through the
 * same verbs as the console. What is there stays as it is, also what people changed; credentials
 * whose file was lost are replaced. Returns the credentials.
 */
export async function seedDemo({ dataDirectory, env }: SeedOptions): Promise<DemoCredentials> {
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined) process.env[name] = value;
  }
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const stored = await readCredentials(dataDirectory);
  const customer = await db().customer.findUnique({ where: { wireId: CUSTOMER_ID } });
  const known = customer === null ? null : stored;
  const password = known?.password ?? randomBytes(12).toString("base64url");
  const owner = { name: "Demo", email: EMAIL, password };
  const demo = { customerId: CUSTOMER_ID, customerName: "Demo" };
  if (customer === null) await registerCustomer(withoutLimit(), { ...owner, ...demo });
  else if (known === null) await replacePassword(password);
  const context = await demoContext();
  const { apiKey, secret } = known ?? (await replaceSecrets(context));
  const credentials = { email: EMAIL, password, customerId: CUSTOMER_ID, apiKey, secret };
  await writeCredentials(dataDirectory, credentials);
  await seedEvent(context, env["SHOP_URL"] ?? "http://localhost:3002");
  await seedRule(context);
  return credentials;
}

async function replacePassword(password: string): Promise<void> {
  const user = await db().user.findUniqueOrThrow({ where: { email: EMAIL } });
  const token = await createPasswordReset(user.id);
  await setByToken(withoutLimit(), { token, password }, "this machine");
}

/** Whom the demo belongs to, signed in on this machine. */
export async function demoContext(): Promise<ServiceContext> {
  const user = await db().user.findUniqueOrThrow({ where: { email: EMAIL } });
  const customer = await db().customer.findUniqueOrThrow({ where: { wireId: CUSTOMER_ID } });
  return {
    customer,
    actor: { type: "user", id: user.id, name: user.name },
    permissions: permissionsOfRole("owner"),
    signIn: { sessionId: "this machine", provenAt: new Date() },
  };
}

/** A new secret and key, since those that exist are told only once. */
async function replaceSecrets(context: ServiceContext) {
  for (const { id, isActive } of await listSecrets(context)) {
    if (!isActive) await retireSecret(context, { secretId: id });
  }
  const created = await createSecret(context);
  if (isAsked(created)) throw new ExpectedFailure(WANTS_TWO);
  const { id, isActive } = created;
  const { text: secret } = await revealSecret(context, { secretId: id });
  if (!isActive) await activateSecret(context, { secretId: id });
  for (const { id: apiKeyId, name, revokedAt } of await listApiKeys(context)) {
    const isLost = name === API_KEY_NAME && revokedAt === null;
    if (isLost) await revokeApiKey(context, { apiKeyId });
  }
  const scopes: ("pull" | "report")[] = ["pull", "report"];
  const { text: apiKey } = await createApiKey(context, { name: API_KEY_NAME, scopes });
  return { apiKey, secret };
}

async function seedEvent(context: ServiceContext, shopUrl: string): Promise<void> {
  const targetUrl = `${shopUrl}/tickets`;
  const allowedHosts = [new URL(shopUrl).host];
  const names = await listEventNames(context);
  const isThere = names.some(({ eventId }) => eventId === EVENT_ID);
  const site = { eventId: EVENT_ID, targetUrl, allowedHosts };
  const sale = { name: "Demo sale", kind: "always-on" as const, outflowPerMinute: OUTFLOW };
  const event = isThere
    ? await getEvent(context, { eventId: EVENT_ID })
    : await createEvent(context, { ...site, ...sale });
  if (event.status === "draft") await startEvent(context, { eventId: EVENT_ID });
  const { hostname, host } = new URL(event.targetUrl);
  const hasMoved = hostname === new URL(shopUrl).hostname && host !== new URL(shopUrl).host;
  if (hasMoved) await updateEvent(context, site);
}

async function seedRule(context: ServiceContext): Promise<void> {
  if ((await listPublications(context)).length > 0) return;
  if ((await listRules(context)).length === 0) {
    const path = { ValidatorType: "UrlValidator", UrlPart: "PagePath" } as const;
    const part = { ...path, Operator: "Contains", ValueToCompare: "/tickets" } as const;
    const action = { actionType: "Queue", action: { EventId: EVENT_ID } } as const;
    await createRule(context, { ...action, name: RULE_NAME, triggers: [{ TriggerParts: [part] }] });
  }
  await publish(context);
}
