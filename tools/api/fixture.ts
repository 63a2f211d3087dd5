import { randomBytes } from "node:crypto";
import { OPERATIONS } from "@/lib/api/registry";
import { db } from "@/lib/db/client";
import { PERMISSIONS, type Permission } from "@/lib/domain/permissions/roles";
import { newId } from "@/lib/platform/ids";
import { installationContext, type ServiceContext } from "@/lib/services/ground/context";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { addSecret } from "@/lib/services/sites/secret/add-secret";
import { ask } from "./caller";
import { exampleRequest, fillIn, placeholdersIn } from "./example-of";

/** A customer of its own, with a key that may do everything. */
export type Fixture = {
  readonly context: ServiceContext;
  readonly key: string;
  /** Those that were made already. */
  readonly events: Set<string>;
};

export async function newFixture(): Promise<Fixture> {
  const wireId = `api${randomBytes(6).toString("hex")}`;
  const customer = { id: newId("customer"), wireId, name: "Example Tickets", timeZone: "UTC" };
  await db().customer.create({ data: customer });
  const context = installationContext(customer, "api");
  await db().$transaction((tx) => addSecret(tx, context, { eventId: null, isActive: true }));
  return { context, key: await newKey({ context }, PERMISSIONS), events: new Set() };
}

export async function newKey(
  { context }: Pick<Fixture, "context">,
  permissions: readonly Permission[],
): Promise<string> {
  const scopes = ["api" as const];
  const input = { name: "Back office", scopes, permissions: [...permissions] };
  return (await createApiKey(context, input)).text;
}

type Step = readonly [operationId: string, input?: Readonly<Record<string, unknown>>];

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
  oldsale: [created("oldsale"), ["startEvent"], ["stopEvent"]],
  archivedsale: [created("archivedsale"), ["archiveEvent"]],
  letthrough: [created("letthrough"), ["startEvent"], ["letEverybodyThrough"]],
};

/** By which operation a thing that examples name as `{kind}` is made, and where its id stands in the answer. */
const MAKERS: Readonly<Record<string, readonly [operationId: string, idField: string]>> = {
  accessCodeBatch: ["createAccessCodes", "id"],
  addressList: ["createAddressList", "id"],
  apiKey: ["createApiKey", "id"],
  host: ["addHost", "id"],
  invitation: ["createInvitation", "id"],
  rule: ["createRule", "id"],
  savedMessage: ["saveMessage", "id"],
  staffLink: ["createStaffLink", "id"],
  stagedSecret: ["createSecret", "id"],
};

/** Makes what an operation's example takes, through the API alone, and answers the example with its ids. */
export async function prepareExample(
  baseUrl: string,
  fixture: Fixture,
  example: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  for (const [eventId, steps] of Object.entries(EVENTS)) {
    if (!JSON.stringify(example).includes(`"${eventId}"`) || fixture.events.has(eventId)) continue;
    fixture.events.add(eventId);
    for (const [id, input] of steps) await call(baseUrl, fixture, [id, input ?? { eventId }]);
  }
  const ids: Record<string, string> = {};
  for (const kind of placeholdersIn(example)) {
    const [operationId, idField] = MAKERS[kind] ?? [];
    if (operationId === undefined) throw new Error(`Nothing makes a {${kind}}.`);
    const made = await call(baseUrl, fixture, [operationId]);
    ids[kind] = String(Object(made)[idField ?? ""]);
  }
  // Of an object it makes one.
  return fillIn(example, ids) as Readonly<Record<string, unknown>>;
}

async function call(baseUrl: string, fixture: Fixture, [id, input]: Step): Promise<unknown> {
  const operation = OPERATIONS.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  const values = input ?? (await prepareExample(baseUrl, fixture, operation.example));
  const answer = await ask(baseUrl, { ...exampleRequest(operation, values), key: fixture.key });
  if (answer.status < 300) return answer.json;
  throw new Error(`${id} answered ${answer.status}: ${answer.text}`);
}
