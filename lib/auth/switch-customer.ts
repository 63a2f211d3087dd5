import { cookies } from "next/headers";
import { encode } from "next-auth/jwt";
import { env } from "@/lib/platform/env";
import { notFound } from "@/lib/services/errors";
import { getSessionUser } from "./get-service-context";
import { SESSION_SECONDS, sessionCookie } from "./session-cookie";
import { decodeSession } from "./session-token";

/**
 * Switches the signed-in person to another of their customers, named by its wire id. For server actions
 * and route handlers, which may set cookies. Throws `not_found` when they are not a member.
 */
export async function switchCustomer(customerWireId: string): Promise<void> {
  const user = await getSessionUser();
  const membership = user.memberships.find(({ customer }) => customer.wireId === customerWireId);
  if (membership === undefined) throw notFound("customer");
  const { name, options } = sessionCookie();
  const jar = await cookies();
  const sealed = await withCustomer(jar.get(name)?.value ?? "", membership.customer.id);
  jar.set(name, sealed, { ...options, maxAge: SESSION_SECONDS });
}

/** The same sign-in, working in another customer. */
export async function withCustomer(sealedSession: string, customerId: string): Promise<string> {
  const secret = env.sessionSecret();
  const token = await decodeSession({ token: sealedSession, secret });
  if (token === null) throw new Error("The sign-in could not be read again.");
  return encode({ token: { ...token, customerId }, secret, maxAge: SESSION_SECONDS });
}
