import type { SignInMethod } from "@/lib/domain/sign-in/methods";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import { startSession } from "@/lib/services/people/session/start-session";
import { newAddress } from "./people";

/** Signs a user in, in one more browser. */
export async function newSession(
  userId: string,
  how: { readonly method?: SignInMethod; readonly ssoCustomerId?: string } = {},
): Promise<SignedIn> {
  const address = newAddress();
  const user = { id: userId, name: "Ana" };
  return {
    userId,
    address,
    sessionId: await startSession({ user, userAgent: "", address, ...how }),
  };
}
