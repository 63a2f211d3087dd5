import { db } from "@/lib/db/client";
import type { SignedIn } from "@/lib/services/session/signed-in";
import { type Factors, readFactors } from "./factors";
import { requireOwnSession } from "./own-session";

/** What who asks can show besides a password. Throws `forbidden` for a session of a single sign-on. */
export async function readOwnFactors(me: SignedIn): Promise<Factors> {
  await requireOwnSession(me);
  return readFactors(db(), me.userId);
}
