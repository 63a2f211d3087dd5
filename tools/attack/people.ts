import { db } from "@/lib/db/client";
import { permissionsOfRole, type Role } from "@/lib/domain/permissions/roles";
import { newId } from "@/lib/platform/ids";
import { startEvent } from "@/lib/services/event/control/start";
import { createEvent } from "@/lib/services/event/manage/create";
import type { ContextCustomer, ServiceContext } from "@/lib/services/ground/context";
import { withoutLimit } from "@/lib/services/ground/throttle";
import { type Registered, registerCustomer } from "@/lib/services/people/user/register-customer";
import { createSecret } from "@/lib/services/sites/secret/create";
import { until } from "@/tools/shared/time";
import { ask, form, newClaim } from "../shared/ask";
import type { Target } from "./attack";
import { ConsoleBrowser } from "./console-browser";

/** The one host of this machine that the attacked system may ask: what is allowed is its operator's choice. */
export const ATTACKERS_HOST = "attacker.localhost";
/** The same by number, for a provider of single sign-on, whom browsers ask as well. */
export const ATTACKERS_ADDRESS = "127.0.0.2";

export const PASSWORD = "kvetch obelisk ladder";
export const EVENT_ID = "sale";
export const SALE = {
  name: "Sale",
  kind: "always-on" as const,
  targetUrl: "https://shop.example/tickets",
};

type User = { readonly id: string; readonly name: string };

export function memberOf(customer: ContextCustomer, role: Role, user: User): ServiceContext {
  const { id, name } = user;
  return {
    customer,
    actor: { type: "user", id, name },
    permissions: permissionsOfRole(role),
    signIn: { sessionId: newId("session"), provenAt: new Date() },
  };
}

/** A customer of the attacker's own, as anybody gets one where sign-up is open. */
export async function becomeCustomer(): Promise<ServiceContext> {
  const customer = { id: newId("customer"), wireId: newWireId(), name: "Attacker" };
  const user = { id: newId("user"), name: "Mallory" };
  const email = `${crypto.randomUUID()}@example.com`;
  await db().membership.create({
    data: {
      ...{ id: newId("membership"), role: "owner" },
      user: { create: { ...user, email, passwordHash: "" } },
      customer: { create: { ...customer, timeZone: "UTC" } },
    },
  });
  return memberOf({ ...customer, timeZone: "UTC" }, "owner", user);
}

export function newWireId(): string {
  return `x${crypto.randomUUID().replaceAll("-", "").slice(0, 18)}`;
}

export type WireEvent = { readonly customerId: string; readonly eventId: string };

export async function openOwnEvent(context: ServiceContext): Promise<WireEvent> {
  await createSecret(context);
  await createEvent(context, { ...SALE, eventId: EVENT_ID });
  await startEvent(context, { eventId: EVENT_ID });
  return { customerId: context.customer.wireId, eventId: EVENT_ID };
}

const KNOWN_MS = 60_000;
/** So often in a row the line is found, for each of several processes to know it. */
const FOUND_TIMES = 20;

export function lineOf({ waitingRoomUrl }: Target, { customerId, eventId }: WireEvent) {
  const query = new URLSearchParams({ c: customerId, e: eventId });
  const line = `${waitingRoomUrl}/line/${customerId}/${eventId}`;
  return { page: `${waitingRoomUrl}/?${query}`, join: `${line}/join`, enter: `${line}/enter` };
}

/** An open event of a new customer, once every waiting room knows it: before that an attack tries nothing. */
export async function openJoinableEvent(target: Target) {
  const event = await openOwnEvent(await becomeCustomer());
  const { join, page } = lineOf(target, event);
  const isPlaced = async () => {
    const { status, body } = await ask(join, form({ joinId: newClaim() }));
    return status === 200 && /"number":\d/.test(body);
  };
  await until("an honest join gets a place", isPlaced, KNOWN_MS);
  const isFound = async () => {
    const headers = { accept: "application/json" };
    for (let found = 0; found < FOUND_TIMES; found += 1)
      if ((await ask(page, { headers })).status !== 200) return false;
    return true;
  };
  await until("every waiting room knows the event", isFound, KNOWN_MS);
  return event;
}

export type Victim = Registered & { readonly email: string };

/** Somebody with a user and a customer of their own; what others tried before is forgotten. */
export async function newVictim(password = PASSWORD): Promise<Victim> {
  await db().throttle.deleteMany();
  const customerId = newWireId();
  const email = `${customerId}@example.com`;
  const person = { name: "Vic", email, password, customerId, customerName: "Victim" };
  return { email, ...(await registerCustomer(withoutLimit(), person)) };
}

export async function browserOf({ consoleUrl }: Target, { email }: Victim) {
  const browser = new ConsoleBrowser(consoleUrl);
  const refused = await browser.signIn(email, PASSWORD);
  if (refused !== null) throw new Error(`The victim could not sign in: ${refused}.`);
  return browser;
}

export async function honestSignIn(target: Target): Promise<void> {
  const browser = await browserOf(target, await newVictim());
  const { status } = await browser.ask("/events");
  if (status !== 200) throw new Error(`Who signed in was answered ${status}.`);
}
