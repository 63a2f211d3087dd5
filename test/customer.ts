import { db } from "@/lib/db/client";
import { permissionsOfRole, type Role } from "@/lib/domain/permissions/roles";
import type { EventRef } from "@/lib/line/keys";
import { newId } from "@/lib/platform/ids";
import { startEvent } from "@/lib/services/event/control/start";
import { createEvent } from "@/lib/services/event/manage/create";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { EventOwner } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { addSecret } from "@/lib/services/sites/secret/add-secret";

/** The owner of events to whom the installation sets no limits. */
export function ownerOf(wireId: string): EventOwner {
  return {
    wireId,
    suspension: null,
    maxEvents: null,
    maxOutflowPerMinute: null,
    maxWaiting: null,
  };
}

/** A wire id that no other test uses. */
export function randomWireId(): string {
  return `t${crypto.randomUUID().replaceAll("-", "").slice(0, 18)}`;
}

/** A customer of its own for one test, and the context of a member of it. */
export async function createTestCustomer(role: Role = "owner"): Promise<ServiceContext> {
  const customer = {
    id: newId("customer"),
    wireId: randomWireId(),
    name: "Test Tickets",
    timeZone: "UTC",
  };
  await db().customer.create({ data: customer });
  return addTestMember({ customer }, role, "Ana");
}

/** The same, with an always-on event `sale` of a shop's tickets. */
export async function createCustomerWithSale(): Promise<ServiceContext> {
  const context = await createTestCustomer();
  await createEvent(context, {
    eventId: "sale",
    name: "Sale",
    kind: "always-on",
    targetUrl: "https://shop.example/tickets",
  });
  return context;
}

/** One more member of the same customer. */
export async function addTestMember(
  { customer }: Pick<ServiceContext, "customer">,
  role: Role,
  name: string,
): Promise<ServiceContext> {
  const email = `${crypto.randomUUID()}@example.com`;
  const user = await db().user.create({
    data: { id: newId("user"), email, name, passwordHash: "" },
  });
  await db().membership.create({
    data: { id: newId("membership"), userId: user.id, customerId: customer.id, role },
  });
  return {
    customer,
    actor: { type: "user", id: user.id, name },
    permissions: permissionsOfRole(role),
    signIn: { sessionId: newId("session"), provenAt: new Date() },
  };
}

/** Starts an event; a customer without a secret gets one first, untold, so that it can be started. */
export async function startTestEvent(
  context: ServiceContext,
  input: Parameters<typeof startEvent>[1],
): Promise<EventView> {
  const customerId = context.customer.id;
  if ((await db().secret.count({ where: { customerId } })) === 0) {
    const secret = { eventId: null, isActive: true };
    await db().$transaction((tx) => addSecret(tx, context, secret));
  }
  const started = await startEvent(context, input);
  const { incarnation } = await db().event.findFirstOrThrow({
    where: { customerId, wireId: input.eventId },
  });
  incarnations.set(`${context.customer.wireId}/${input.eventId}`, incarnation);
  return started;
}

const incarnations = new Map<string, string | null>();

/** How Redis knows any event of a customer. */
export async function eventRefOf({ customer }: ServiceContext, wireId: string): Promise<EventRef> {
  const where = { customerId_wireId: { customerId: customer.id, wireId } };
  return eventRef(await db().event.findUniqueOrThrow({ where }), customer);
}

/** The same, at once, for one that `startTestEvent` has started. */
export function startedRef({ customer }: ServiceContext, eventId = "sale"): EventRef {
  const incarnation = incarnations.get(`${customer.wireId}/${eventId}`);
  if (incarnation === undefined) throw new Error(`No test has started ${eventId}.`);
  return { customerId: customer.wireId, eventId, incarnation };
}

/** What a verb left in the audit log, oldest first: the sentences. */
export async function auditSentences(context: ServiceContext): Promise<string[]> {
  const rows = await db().auditEntry.findMany({
    where: { customerId: context.customer.id },
    orderBy: { at: "asc" },
  });
  return rows.map((row) => row.summary);
}

/** What the line is to be told, oldest first: `topic subjectId`. */
export async function outboxOf(context: ServiceContext): Promise<string[]> {
  const rows = await db().outboxEntry.findMany({
    where: { customerId: context.customer.id },
    orderBy: { id: "asc" },
  });
  return rows.map((row) => `${row.topic} ${row.subjectId}`);
}

/** A context whose audit rows the database refuses, because its text columns hold no null byte. */
export function withBrokenAudit(context: ServiceContext): ServiceContext {
  return { ...context, actor: { ...context.actor, name: "A\u0000na" } };
}
