import { randomBytes } from "node:crypto";
import { db } from "@/lib/db/client";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import { PLAIN_THEME } from "@/lib/domain/theme/theme";
import { createAddressList } from "@/lib/services/address-list/create";
import { CONTEXT_CUSTOMER, type ServiceContext } from "@/lib/services/context";
import { createEvent } from "@/lib/services/event/create";
import { pauseEvent } from "@/lib/services/event/pause";
import { startEvent } from "@/lib/services/event/start";
import { createTheme } from "@/lib/services/theme/create";
import { registerCustomer } from "@/lib/services/user/register-customer";
import { withoutLimit } from "@/lib/services/user/throttle";

export type SignIn = { readonly email: string; readonly password: string };

const TARGET = "https://tickets.example/";
/** What a promoter might sell; the last one is a draft. */
const SALES = [
  { name: "Aurora: the farewell tour", outflowPerMinute: 900 },
  { name: "Museum night", outflowPerMinute: 120 },
  { name: "Harbour festival, early birds", outflowPerMinute: 2_400 },
  {
    name: "Season tickets 2027/28 for members of the Friends of the Philharmonic",
    outflowPerMinute: 60,
  },
] as const;

/** Gives the demo customer more to look at than its one sale, through the verbs of the console. */
export async function fillDemo(): Promise<void> {
  const context = await contextOf("demo");
  for (const [index, sale] of SALES.entries()) {
    const eventId = `sale${index + 1}`;
    await createEvent(context, { ...sale, eventId, kind: "always-on", targetUrl: TARGET });
    if (index < SALES.length - 1) await startEvent(context, { eventId });
  }
  await pauseEvent(context, { eventId: "sale2", message: "The shop is being repaired." });
  await createTheme(context, { key: "night", name: "Night", settings: PLAIN_THEME });
  const text = "192.0.2.0/24 # the campus\n2001:db8::/48";
  await createAddressList(context, {
    key: "campus",
    name: "Campus",
    contents: { kind: "typed", text },
  });
}

/** A customer who has nothing yet. */
export async function createEmptyCustomer(): Promise<SignIn> {
  const signIn = { email: "new@example.com", password: randomBytes(12).toString("base64url") };
  await registerCustomer(withoutLimit(), {
    name: "Noor",
    ...signIn,
    customerId: "newhall",
    customerName: "New hall",
  });
  return signIn;
}

async function contextOf(wireId: string): Promise<ServiceContext> {
  const { memberships, ...customer } = await db().customer.findUniqueOrThrow({
    where: { wireId },
    select: { ...CONTEXT_CUSTOMER, memberships: { include: { user: true } } },
  });
  const owner = memberships[0]?.user;
  if (owner === undefined) throw new Error(`Nobody belongs to ${wireId}.`);
  return {
    customer,
    actor: { type: "user", id: owner.id, name: owner.name },
    permissions: permissionsOfRole("owner"),
  };
}
