import { db } from "@/lib/db/client";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import { newId } from "@/lib/platform/ids";
import { startEvent } from "@/lib/services/event/control/start";
import { createEvent } from "@/lib/services/event/manage/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createSecret } from "@/lib/services/sites/secret/create";
import { sleep } from "@/tools/shared/time";
import { ask, form, newClaim } from "../shared/ask";
import type { Target } from "./attack";

const EVENT_ID = "sale";

/** A customer of the attacker's own, as anybody gets one where sign-up is open. */
export async function becomeCustomer(target: Target): Promise<ServiceContext> {
  Object.assign(process.env, target.env);
  const wireId = `x${crypto.randomUUID().replaceAll("-", "").slice(0, 18)}`;
  const customer = { id: newId("customer"), wireId, name: "Attacker", timeZone: "UTC" };
  const user = { id: newId("user"), name: "Mallory" };
  await db().customer.create({ data: customer });
  await db().user.create({
    data: { ...user, email: `${crypto.randomUUID()}@example.com`, passwordHash: "" },
  });
  await db().membership.create({
    data: { id: newId("membership"), userId: user.id, customerId: customer.id, role: "owner" },
  });
  return {
    customer,
    actor: { type: "user", ...user },
    permissions: permissionsOfRole("owner"),
    signIn: { sessionId: newId("session"), provenAt: new Date() },
  };
}

/** An open event of that customer. */
export async function openOwnEvent(context: ServiceContext): Promise<{
  readonly customerId: string;
  readonly eventId: string;
}> {
  await createSecret(context);
  await createEvent(context, {
    eventId: EVENT_ID,
    name: "Sale",
    kind: "always-on",
    targetUrl: "https://shop.example/tickets",
  });
  await startEvent(context, { eventId: EVENT_ID });
  return { customerId: context.customer.wireId, eventId: EVENT_ID };
}

const KNOWN_MS = 60_000;
/** So often in a row the line is found, for each of several processes to know it. */
const FOUND_TIMES = 20;

/** The same, once a visitor gets a place there: before, waiting rooms do not know the event, and an attack tries nothing. */
export async function openJoinableEvent(target: Target, context: ServiceContext) {
  const event = await openOwnEvent(context);
  const endsAtMs = Date.now() + KNOWN_MS;
  const url = `${target.waitingRoomUrl}/line/${event.customerId}/${event.eventId}/join`;
  for (;;) {
    const { status, body } = await ask(url, form({ joinId: newClaim() }));
    if (status === 200 && /"number":\d/.test(body)) break;
    if (Date.now() > endsAtMs) throw new Error(`An honest join was answered ${status}: ${body}`);
    await sleep(200);
  }
  const query = new URLSearchParams({ c: event.customerId, e: event.eventId });
  for (let found = 0; found < FOUND_TIMES; ) {
    const headers = { accept: "application/json" };
    const { status } = await ask(`${target.waitingRoomUrl}/?${query}`, { headers });
    found = status === 200 ? found + 1 : 0;
    if (Date.now() > endsAtMs) throw new Error(`Some waiting room answers ${status}.`);
    if (found === 0) await sleep(200);
  }
  return event;
}
