import { db } from "@/lib/db/client";
import { type Factors, readFactors } from "@/lib/services/people/factor/factors";
import { requireOwnSession } from "@/lib/services/people/session/own-session";
import type { SignedIn } from "@/lib/services/people/session/signed-in";

/** What who asks can show besides a password. Throws `forbidden` for a session of a single sign-on. */
export async function readOwnFactors(me: SignedIn): Promise<Factors> {
  await requireOwnSession(me);
  return readFactors(db(), me.userId);
}
