import { randomBytes } from "node:crypto";
import type { Operation } from "@/lib/api/operation";
import { OPERATIONS } from "@/lib/api/registry";
import { db } from "@/lib/db/client";
import { PERMISSIONS, type Permission } from "@/lib/domain/permissions/roles";
import { newId } from "@/lib/platform/ids";
import { installationContext, type ServiceContext } from "@/lib/services/ground/context";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { addSecret } from "@/lib/services/sites/secret/add-secret";
import { ask } from "./caller";
import { exampleRequest, fillIn, placeholdersIn } from "./example-of";
import { EVENTS_OF_PEOPLE, PEOPLE, tellLine } from "./people";

type Values = Readonly<Record<string, unknown>>;

/** A customer of its own, with a key that may do everything. */
export type Fixture = {
  readonly context: ServiceContext;
  readonly key: string;
  /** Keys by what they may do. */
  readonly keys: Map<string, Promise<string>>;
  /** What was made already: events, and ids by the kind of a thing. */
  readonly events: Set<string>;
  readonly ids: Map<string, string>;
};

/** A customer who has nothing yet. */
export async function newCustomer(): Promise<ServiceContext> {
  const wireId = `api${randomBytes(6).toString("hex")}`;
  const customer = { id: newId("customer"), wireId, name: "Example Tickets", timeZone: "UTC" };
  await db().customer.create({ data: customer });
  return installationContext(customer, "api");
}

export async function newFixture(): Promise<Fixture> {
  const context = await newCustomer();
  await db().$transaction((tx) => addSecret(tx, context, { eventId: null, isActive: true }));
  const keys = new Map<string, Promise<string>>();
  const key = await keyOf({ context, keys }, PERMISSIONS);
  return { context, key, keys, events: new Set(), ids: new Map() };
}

/** A key of the customer that may do only this. */
export function keyOf(
  { context, keys }: Pick<Fixture, "context" | "keys">,
  permissions: readonly Permission[],
): Promise<string> {
  const name = permissions.join();
  const made =
    keys.get(name) ??
    createApiKey(context, {
      ...{ name: "Back office", scopes: ["api"], permissions: [...permissions] },
    }).then(({ text }) => text);
  keys.set(name, made);
  return made;
}

type Step = readonly [operationId: string, input?: Values | undefined];

const SHOP = "https://shop.example.com/";
const created = (eventId: string, more = {}): Step => [
  "createEvent",
  { eventId, name: "Example", kind: "always-on", targetUrl: SHOP, ...more },
];
const later = { kind: "scheduled", startLocal: "2099-05-01T10:00" };

/** How each event that examples name comes about. */
const EVENTS: Readonly<Record<string, readonly Step[]>> = {
  springsale: [created("springsale"), ["startEvent"]],
  draftsale: [created("draftsale")],
  scheduledsale: [created("scheduledsale", later), ["startEvent"]],
  pausedsale: [created("pausedsale"), ["startEvent"], ["pauseEvent"]],
  oldsale: [created("oldsale", { name: "Old sale" }), ["startEvent"], ["stopEvent"]],
  draftedsale: [
    created("draftedsale"),
    ["startEvent"],
    [
      "saveSection",
      {
        ...{ eventId: "draftedsale", section: "general", seen: { targetUrl: SHOP } },
        targetUrl: `${SHOP}sale`,
      },
    ],
  ],
  archivedsale: [created("archivedsale"), ["archiveEvent"]],
  letthrough: [created("letthrough"), ["startEvent"], ["letEverybodyThrough"]],
};

type Maker = readonly [operationId: string, idField: string, input?: Values];

/** By which operation a thing that examples name as `{kind}` is made, and where its id stands in the answer. */
const MAKERS: Readonly<Record<string, Maker>> = {
  accessCodeBatch: ["createAccessCodes", "id"],
  addressFeed: [
    "createAddressList",
    "id",
    {
      ...{ key: "proxies", name: "Open proxies" },
      contents: { kind: "feed", url: "https://lists.example.com/proxies.txt" },
    },
  ],
  addressList: ["createAddressList", "id"],
  alertChannel: ["createAlertChannel", "id"],
  alertRule: ["createAlertRule", "id"],
  apiKey: ["createApiKey", "id"],
  host: ["addHost", "id"],
  invitation: ["createInvitation", "invitationId"],
  longRehearsal: [
    "createSimulation",
    "id",
    {
      ...{ name: "All week", eventId: null, uncertaintyPercent: 20, change: null },
      arrivals: { kind: "curve", shape: "even", peakPerMinute: 1_000, minutes: 2_880 },
      plan: {
        ...{ order: "fifo", outflow: [{ fromMinute: 0, perMinute: 900 }] },
        ...{ opensAfterMinutes: 0, patienceMinutes: null, noShowPercent: 0, botPercent: 0 },
      },
    },
  ],
  loginRequest: ["startLogin", "deviceCode"],
  rehearsal: ["createSimulation", "id"],
  rule: ["createRule", "id"],
  savedMessage: ["saveMessage", "savedMessageId"],
  staffLink: ["createStaffLink", "id"],
  template: ["saveTemplate", "templateId"],
  theme: ["createTheme", "id"],
  stagedSecret: ["createSecret", "id"],
  threshold: ["createThreshold", "id"],
  webhook: ["createWebhook", "id"],
  // A test is waiting until a worker has sent it, and there is none here.
  webhookDelivery: ["testWebhook", "id"],
};

/** What has to have happened before an operation's example works, where no id in it says so. */
const BEFORE: Readonly<Record<string, readonly Step[]>> = {
  getPublication: [["publishRules"]],
  comparePublications: [["publishRules"]],
  restoreRules: [["publishRules"]],
  rollBackRules: [["publishRules"], ["createRule"], ["publishRules"]],
  retryConfigPush: [["publishRules"], ["setConfigPush"]],
  removeCaptchaKeys: [
    [
      "setCaptchaKeys",
      {
        ...{ provider: "hcaptcha", siteKey: "10000000-ffff-ffff-ffff-000000000001" },
        secret: "0x0000000000000000000000000000000000000000",
      },
    ],
  ],
  rotateAwsKey: [["setAwsApi"]],
  createAwsAccessKey: [["setAwsApi"]],
  saveAwsClient: [["setAwsApi"]],
  getThemeFile: [["uploadThemeFile"]],
  removeSingleSignOn: [["setSingleSignOn"]],
  withdrawFairnessReport: [["publishFairnessReport"]],
};

/** Makes what an operation's example takes, through the API wherever a program can, and answers the example with its ids. */
export async function prepareExample(
  baseUrl: string,
  fixture: Fixture,
  operation: Operation,
): Promise<Values> {
  const kinds = placeholdersIn(operation.example);
  const text = JSON.stringify(operation.example);
  const named = Object.keys(EVENTS).filter((eventId) => text.includes(`"${eventId}"`));
  const needed = kinds.flatMap((kind) => EVENTS_OF_PEOPLE[kind] ?? []);
  await makeEvents(baseUrl, fixture, [...named, ...needed]);
  for (const kind of kinds) {
    if (!fixture.ids.has(kind)) fixture.ids.set(kind, await make(baseUrl, fixture, kind));
  }
  for (const step of BEFORE[operation.id] ?? []) await call(baseUrl, fixture, step);
  // Of an object it makes one.
  return fillIn(operation.example, Object.fromEntries(fixture.ids)) as Values;
}

async function makeEvents(
  baseUrl: string,
  fixture: Fixture,
  eventIds: readonly string[],
): Promise<void> {
  const missing = [...new Set(eventIds)].filter((eventId) => !fixture.events.has(eventId));
  if (missing.length === 0) return;
  for (const eventId of missing) {
    fixture.events.add(eventId);
    for (const [id, input] of EVENTS[eventId] ?? [])
      await call(baseUrl, fixture, [id, input ?? { eventId }]);
  }
  await tellLine();
}

async function make(baseUrl: string, fixture: Fixture, kind: string): Promise<string> {
  const people = PEOPLE[kind];
  if (people !== undefined) {
    return people(fixture.context, (id, input) => call(baseUrl, fixture, [id, input]));
  }
  const [operationId, idField, input] = MAKERS[kind] ?? [];
  if (operationId === undefined) throw new Error(`Nothing makes a {${kind}}.`);
  return String((await call(baseUrl, fixture, [operationId, input]))[idField ?? ""]);
}

async function call(baseUrl: string, fixture: Fixture, [id, input]: Step): Promise<Values> {
  const operation = OPERATIONS.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  const values = input ?? (await prepareExample(baseUrl, fixture, operation));
  const answer = await ask(baseUrl, { ...exampleRequest(operation, values), key: fixture.key });
  if (answer.status < 300) return Object(answer.json);
  throw new Error(`${id} answered ${answer.status}: ${answer.text}`);
}
