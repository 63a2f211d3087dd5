import { randomBytes } from "node:crypto";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import { PLAIN_THEME } from "@/lib/domain/theme/theme";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { startEvent } from "@/lib/services/event/control/start";
import { createEvent } from "@/lib/services/event/manage/create";
import { createStaffLink } from "@/lib/services/event/staff-link/create";
import { createTheme } from "@/lib/services/event/theme/create";
import { createThreshold } from "@/lib/services/event/threshold/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { withoutLimit } from "@/lib/services/ground/throttle";
import { createWhatIf } from "@/lib/services/operation/rehearsal/create-what-if";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { createInvitation } from "@/lib/services/people/invitation/create";
import { registerCustomer } from "@/lib/services/people/user/register-customer";
import { createAddressList } from "@/lib/services/sites/address-list/create";
import { createAlertChannel } from "@/lib/services/sites/alert/create-channel";
import { createAlertRule } from "@/lib/services/sites/alert/create-rule";
import { createAwsAccessKey } from "@/lib/services/sites/aws-api/access-key";
import { saveAwsClient } from "@/lib/services/sites/aws-api/save-client";
import { setAwsApi } from "@/lib/services/sites/aws-api/set";
import { publish } from "@/lib/services/sites/publication/publish";
import { createRule } from "@/lib/services/sites/rule/create";
import { createWebhook } from "@/lib/services/sites/webhook/create";
import { sendTestWebhook } from "@/lib/services/sites/webhook/send-test";
import { demoContext } from "../../demo/seed";
import { disconnectLineRedis } from "../line-redis";
import { fillPastRun } from "./fill-past-run";

const RULES = [
  ["Museum night", "sale2", "/museum"],
  ["Early birds", "sale3", "/harbour/early-birds"],
  ["Farewell tour", "sale1", "/aurora"],
] as const;
const PAGE_PATH = { ValidatorType: "UrlValidator", UrlPart: "PagePath" } as const;
const INVITED = [
  ["stage@example.com", "operator"],
  ["build@example.com", "developer"],
] as const;

export type SignIn = { readonly email: string; readonly password: string };

const TARGET = "https://tickets.example/";
const FRIENDS = "members of the Friends of the Philharmonic";
/** What a promoter might sell; the last one is a draft. */
const SALES = [
  { name: "Aurora: the farewell tour", outflowPerMinute: 900 },
  { name: "Museum night", outflowPerMinute: 120 },
  { name: "Harbour festival, early birds", outflowPerMinute: 2_400 },
  { name: `Season tickets 2027/28 for ${FRIENDS}`, outflowPerMinute: 60 },
] as const;

/** What is sold on another day: the sale that is over, and who is asked how it would have been otherwise. */
const PAST_SALE = { name: "Winter garden, opening night", eventId: "opening" } as const;
const PLAN = {
  ...{ order: "fifo" as const, outflow: [{ fromMinute: 0, perMinute: 240 }] },
  ...{ opensAfterMinutes: 0, patienceMinutes: 40, noShowPercent: 4, botPercent: 10 },
};

/** Gives the demo customer more to look at than its one sale, through the verbs of the console. */
export async function fillDemo(): Promise<void> {
  const context = await demoContext();
  await fillSales(context);
  await fillRules(context);
  await fillAwsApi(context);
  await fillPast(context);
  await createStaffLink(context, { eventId: "demosale", label: "Front of house" });
  for (const [email, role] of INVITED) await createInvitation(context, { email, role });
  // A what-if looks at the line of its event; the connection would keep the program from ending.
  disconnectLineRedis();
}

async function fillSales(context: ServiceContext): Promise<void> {
  for (const [index, sale] of SALES.entries()) {
    const eventId = `sale${index + 1}`;
    await createEvent(context, { ...sale, eventId, kind: "always-on", targetUrl: TARGET });
    if (index < SALES.length - 1) await startEvent(context, { eventId });
  }
  await pauseEvent(context, { eventId: "sale2", message: "The shop is being repaired." });
  await createTheme(context, { key: "night", name: "Night", settings: PLAIN_THEME });
  const text = "192.0.2.0/24 # the campus\n2001:db8::/48";
  const contents = { kind: "typed", text } as const;
  await createAddressList(context, { key: "campus", name: "Campus", contents });
  const url = "https://backoffice.example.com/stanchion";
  const { id: endpointId } = await createWebhook(context, { name: "Back office", url });
  await sendTestWebhook(context, { endpointId });
  const { id: channelId } = await createAlertChannel(context, {
    ...{
      name: "Slack, shop team",
      kind: "slack",
      secret: "https://hooks.slack.com/services/T/B/x",
    },
  });
  await createAlertRule(context, {
    ...{ name: "Shop events", types: ["event.paused", "event.full"], channelIds: [channelId] },
    ...{ groupMinutes: 30, quietFrom: "22:00", quietUntil: "07:00" },
  });
  await createThreshold(context, {
    ...{ name: "Line too long", metric: "waiting", eventId: "sale1" },
    ...{ crossedAt: 5_000, clearedAt: 4_000 },
  });
}

async function fillRules(context: ServiceContext): Promise<void> {
  for (const [name, EventId, ValueToCompare] of RULES) {
    await createRule(context, {
      ...{ actionType: "Queue", name, action: { EventId } },
      triggers: [{ TriggerParts: [{ ...PAGE_PATH, Operator: "Contains", ValueToCompare }] }],
    });
    if (name !== RULES.at(-1)?.[0]) await publish(context);
  }
}

async function fillAwsApi(context: ServiceContext): Promise<void> {
  await setAwsApi(context, { isOn: true });
  const permissions = [...permissionsOfRole("operator")];
  const key = { name: "Inlet, production", scopes: ["api" as const], permissions };
  const { id: apiKeyId } = await createApiKey(context, key);
  await createAwsAccessKey(context, { apiKeyId });
  const redirectUris = [`${TARGET}oauth2/callback`, "https://staging.tickets.example/callback"];
  await saveAwsClient(context, { eventId: "sale1", redirectUris });
}

async function fillPast(context: ServiceContext): Promise<void> {
  const { eventId } = PAST_SALE;
  await createEvent(context, {
    ...PAST_SALE,
    ...{ kind: "always-on", targetUrl: TARGET, outflowPerMinute: 240 },
  });
  await fillPastRun(eventId);
  await createWhatIf(context, {
    ...{ name: "Opening night, let in faster", eventId, uncertaintyPercent: 10, plan: PLAN },
    arrivals: { kind: "run", run: 1 },
    change: { ...PLAN, outflow: [{ fromMinute: 0, perMinute: 360 }] },
  });
}

/** A customer who has nothing yet. */
export async function createEmptyCustomer(): Promise<SignIn> {
  const signIn = { email: "new@example.com", password: randomBytes(12).toString("base64url") };
  const customer = { name: "Noor", customerId: "newhall", customerName: "New hall" };
  await registerCustomer(withoutLimit(), { ...customer, ...signIn });
  return signIn;
}
