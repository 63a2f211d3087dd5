import { afterAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { createEvent } from "@/lib/services/event/manage/create";
import { listAudit } from "@/lib/services/installation/audit/list";
import { addTestMember, createTestCustomer, randomWireId, withBrokenAudit } from "@/test/customer";
import { createCustomer } from "./create";
import { getCustomer } from "./get";
import { renameCustomer } from "./rename";
import { setTimeZone } from "./set-time-zone";

afterAll(disconnectDb);

test("a customer is renamed and keeps its id on the wire", async () => {
  const owner = await createTestCustomer();
  await renameCustomer(owner, { name: "Acme" });
  expect(await getCustomer(owner)).toMatchObject({
    customerId: owner.customer.wireId,
    name: "Acme",
  });
  expect((await listAudit(owner)).entries).toMatchObject([
    { summary: "Ana renamed Test Tickets to Acme", subject: owner.customer.id },
  ]);
});

test("a new customer has an e-mail channel to its owners, and rules that are on", async () => {
  const customerId = randomWireId();
  const ownerEmail = `${customerId}@example.com`;
  await createCustomer("admin", { customerId, name: "New", ownerEmail });
  const where = { customer: { wireId: customerId } };
  const [channel] = await db().alertChannel.findMany({ where });
  expect(channel).toMatchObject({ kind: "email", roles: ["owner"] });
  const rules = await db().alertRule.findMany({ where, orderBy: { createdAt: "asc" } });
  expect(rules.map(({ name }) => name)).toEqual([
    ...["Paused for 15 minutes", "Sold out", "Connector silent", "Redis trouble"],
  ]);
  for (const { isOn, channelIds } of rules)
    expect({ isOn, channelIds }).toEqual({ isOn: true, channelIds: [channel?.id] });
});

test("times are read in the time zone that an owner chose", async () => {
  const owner = await createTestCustomer();
  const operator = await addTestMember(owner, "operator", "Otto");
  expect(await setTimeZone(owner, { timeZone: "Europe/Vienna" })).toMatchObject({
    timeZone: "Europe/Vienna",
  });
  expect((await listAudit(owner)).entries).toMatchObject([
    { summary: "Ana changed the time zone of the console from UTC to Europe/Vienna" },
  ]);
  const unknown = setTimeZone(owner, { timeZone: "Europe/Atlantis" });
  await expect(unknown).rejects.toMatchObject({ name: "ZodError" });
  const refused = setTimeZone(operator, { timeZone: "UTC" });
  await expect(refused).rejects.toMatchObject({ code: "forbidden" });
  expect((await getCustomer(operator)).timeZone).toBe("Europe/Vienna");
});

test("only owners rename, with a name, and not without an audit row", async () => {
  const owner = await createTestCustomer();
  const operator = await addTestMember(owner, "operator", "Otto");
  await expect(renameCustomer(operator, { name: "X" })).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(renameCustomer(owner, { name: " " })).rejects.toMatchObject({ name: "ZodError" });
  await expect(renameCustomer(withBrokenAudit(owner), { name: "X" })).rejects.toThrow();
  expect((await getCustomer(operator)).name).toBe("Test Tickets");
});

test("the audit log goes through all entries, newest first, without a gap or a repetition", async () => {
  const owner = await createTestCustomer();
  await createEvent(owner, {
    eventId: "spring",
    name: "Sale",
    kind: "always-on",
    targetUrl: "https://shop.example.com/",
  });
  for (let outflowPerMinute = 1; outflowPerMinute <= 6; outflowPerMinute++) {
    await setOutflow(owner, { eventId: "spring", outflowPerMinute });
  }
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await listAudit(owner, { count: 3, ...(after === undefined ? {} : { after }) });
    expect(page.entries.length).toBeLessThanOrEqual(3);
    seen.push(...page.entries.map((entry) => entry.summary));
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(seen).toHaveLength(7);
  expect(new Set(seen).size).toBe(7);
  expect(seen[0]).toBe("Ana raised outflow of Sale from 5 to 6 per minute");
  expect(seen.at(-1)).toBe("Ana created the event Sale");
});

test("the audit log is the customer's own", async () => {
  const owner = await createTestCustomer();
  await renameCustomer(owner, { name: "Acme" });
  const stranger = await createTestCustomer();
  const [entry] = (await listAudit(owner)).entries;
  const page = await listAudit(stranger, { after: entry?.id, subject: owner.customer.id });
  expect(page).toEqual({ entries: [], next: null });
  const nobody = { ...owner, permissions: new Set<never>() };
  await expect(listAudit(nobody)).rejects.toMatchObject({ code: "forbidden" });
});
