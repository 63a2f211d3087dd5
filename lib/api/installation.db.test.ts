import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import {
  createInstallationKey,
  listInstallationKeys,
  revokeInstallationKey,
} from "@/lib/services/installation/api-key/manage";
import { newApiKey, startTestApi } from "@/test/api-server";
import { auditSentences, createCustomerWithSale } from "@/test/customer";
import { ask } from "@/tools/api/caller";
import { exampleRequest } from "@/tools/api/example-of";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { OPERATIONS } from "./registry";

let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => {
  api.close();
  disconnectLineRedis();
  await disconnectDb();
});

let context: ServiceContext;
let customerKey: string;
beforeEach(async () => {
  context = await createCustomerWithSale();
  customerKey = await newApiKey(context);
});

type Permissions = Parameters<typeof createInstallationKey>[0]["permissions"];

const everything: Permissions = ["customers:read", "customers:write", "customers:delete"];
const newKey = (permissions: Permissions = everything) =>
  createInstallationKey({ name: "Billing", permissions, validDays: 1 });

const idOf = () => context.customer.wireId;
const path = (rest = "") => `/customers/${idOf()}${rest}`;
const read = (key: string, of = path()) => ask(api.url, { method: "GET", path: of, key });

test("no key of a customer reaches customers, whatever it may do", async () => {
  const operations = OPERATIONS.filter(({ audience }) => audience === "installation");
  expect(operations.length).toBeGreaterThan(5);
  for (const operation of operations) {
    const request = exampleRequest(operation, { ...operation.example, customerId: idOf() });
    const { status, text } = await ask(api.url, { ...request, key: customerKey });
    expect([operation.id, status]).toEqual([operation.id, 404]);
    expect(text).not.toContain(idOf());
  }
});

test("no key of the installation reaches anything inside a customer", async () => {
  const { text: key } = await newKey();
  const operations = OPERATIONS.filter(({ audience }) => audience === "customer");
  for (const operation of operations) {
    const request = exampleRequest(operation, { ...operation.example, eventId: "sale" });
    const { status } = await ask(api.url, { ...request, key });
    expect([operation.id, status]).toEqual([operation.id, 404]);
  }
  expect(await db().event.findFirst({ where: { customerId: context.customer.id } })).toMatchObject({
    wireId: "sale",
  });
  const mcp = await ask(api.url, { method: "POST", path: "/mcp", body: {}, key });
  expect(mcp.status).toBe(401);
});

test("a key does what its permissions name, and nothing else", async () => {
  const { text: reading } = await newKey(["customers:read"]);
  expect((await read(reading)).json).toMatchObject({ customerId: idOf(), events: 1 });
  const limits = { maxEvents: 3 };
  const change = { method: "PATCH", path: path("/limits"), body: limits };
  const remove = { method: "DELETE", path: path(), body: { withoutExport: true } };
  const refused = [change, remove].map((one) => ask(api.url, { ...one, key: reading }));
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([403, 403]);
  const { text: writing } = await newKey(["customers:write"]);
  expect((await read(writing)).status).toBe(403);
  expect((await ask(api.url, { ...change, key: writing })).json).toMatchObject({ limits });
  expect((await ask(api.url, { ...remove, key: writing })).status).toBe(403);
  expect((await auditSentences(context)).at(-1)).toMatch(/^The installation changed the limits/);
  const [entry] = await db().auditEntry.findMany({
    where: { customerId: context.customer.id, verb: "customer.limits" },
  });
  expect(entry?.actorId).toBe("API key Billing");
});

test("a customer is created once, however often that is asked", async () => {
  const { text: key } = await newKey();
  const body = {
    customerId: `n${Date.now().toString(36)}`,
    name: "New",
    ownerEmail: "a@b.example",
  };
  const request = { method: "POST", path: "/customers", body, key };
  const headers = { "idempotency-key": "one" };
  const [first, again] = [
    await ask(api.url, { ...request, headers }),
    await ask(api.url, { ...request, headers }),
  ];
  expect([first.status, again.text]).toEqual([201, first.text]);
  expect((await ask(api.url, request)).status).toBe(409);
  const listed = await read(key, "/customers?limit=100");
  expect(listed.text).toContain(body.customerId);
  expect((await read(key, "/customers/nobody")).status).toBe(404);
});

test("a customer is deleted with what its keys were answered", async () => {
  const { text: key } = await newKey();
  const made = { method: "POST", path: "/rules/publish", body: {}, key: customerKey };
  await ask(api.url, { ...made, headers: { "idempotency-key": "kept" } });
  const remove = { method: "DELETE", path: path(), key };
  expect((await ask(api.url, remove)).status).toBe(412);
  const gone = await ask(api.url, { ...remove, body: { withoutExport: true, stopEvents: true } });
  expect([gone.status, gone.json]).toEqual([200, expect.objectContaining({ customerId: idOf() })]);
  expect((await read(key)).status).toBe(404);
  expect(await db().apiAnswer.count({ where: { key: "kept" } })).toBe(0);
}, 30_000);

test("each customer's audit log says which keys the installation creates and revokes", async () => {
  const other = await createCustomerWithSale();
  const { id, prefix } = await newKey(["customers:read", "customers:delete"]);
  await revokeInstallationKey(id);
  const named = `Billing (${prefix}…), an API key of the installation to customers:read, customers:delete`;
  for (const told of [context, other]) {
    expect((await auditSentences(told)).slice(-2)).toEqual([
      `The installation created ${named}`,
      `The installation revoked ${named}`,
    ]);
  }
  await expect(revokeInstallationKey(id)).rejects.toMatchObject({ code: "not_found" });
  expect((await auditSentences(other)).at(-1)).toMatch(/revoked/);
});

test("no key of the installation comes or goes without its entries", async () => {
  const { id } = await newKey();
  const before = await listInstallationKeys();
  await db()
    .$executeRaw`ALTER TABLE "AuditEntry" ADD CONSTRAINT "broken" CHECK ("verb" NOT LIKE '%installation-key') NOT VALID`;
  try {
    await expect(newKey()).rejects.toThrow();
    await expect(revokeInstallationKey(id)).rejects.toThrow();
  } finally {
    await db().$executeRaw`ALTER TABLE "AuditEntry" DROP CONSTRAINT "broken"`;
  }
  expect(await listInstallationKeys()).toEqual(before);
});

test("a key that was revoked or has expired is none, and its text is nowhere", async () => {
  const { text, ...key } = await newKey();
  expect(text).toMatch(/^sti_[\w-]{43}$/);
  const row = await db().installationKey.findUniqueOrThrow({ where: { id: key.id } });
  expect(JSON.stringify(row)).not.toContain(text);
  expect(await listInstallationKeys()).toContainEqual(key);
  const where = { id: key.id };
  await db().installationKey.update({ where, data: { expiresAt: new Date(0) } });
  expect((await read(text)).status).toBe(401);
  await db().installationKey.update({ where, data: { expiresAt: null } });
  expect((await read(text)).status).toBe(200);
  await revokeInstallationKey(key.id);
  expect((await read(text)).status).toBe(401);
  await expect(revokeInstallationKey(key.id)).rejects.toMatchObject({ code: "not_found" });
  expect((await read("sti_nobody")).status).toBe(401);
});
