import { db } from "@/lib/db/client";
import { withoutLimit } from "@/lib/services/ground/throttle";
import { registerCustomer } from "@/lib/services/people/user/register-customer";
import type { Target } from "./attack";
import { ConsoleBrowser } from "./console-browser";

export const PASSWORD = "kvetch obelisk ladder";

export type Victim = {
  readonly email: string;
  readonly userId: string;
  readonly customerId: string;
};

/** Somebody with a user and a customer of their own; what others tried before is forgotten. */
export async function newVictim(target: Target): Promise<Victim> {
  Object.assign(process.env, target.env);
  await db().throttle.deleteMany();
  const id = crypto.randomUUID().replaceAll("-", "").slice(0, 18);
  const email = `${id}@example.com`;
  const { userId, customerId } = await registerCustomer(withoutLimit(), {
    name: "Vic",
    email,
    password: PASSWORD,
    customerId: `v${id}`,
    customerName: "Victim",
  });
  return { email, userId, customerId };
}

export async function browserOf(target: Target, { email }: Victim): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser(target.consoleUrl);
  const refused = await browser.signIn(email, PASSWORD);
  if (refused !== null) throw new Error(`The victim could not sign in: ${refused}.`);
  return browser;
}
