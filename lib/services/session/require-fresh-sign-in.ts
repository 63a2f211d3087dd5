import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";

const FRESH_MS = 10 * 60_000;

/**
 * Second line of every verb that could do lasting harm at an unattended browser: throws `reauthenticate`
 * for a person who has not proved within ten minutes, in the session that asks, who they are. Programs of
 * the installation pass.
 */
export async function requireFreshSignIn({ actor, signIn }: ServiceContext): Promise<void> {
  if (actor.type !== "user") return;
  if (isFresh(signIn?.provenAt ?? null)) return;
  // What the context says may be some seconds old, and they have just proved it.
  const session =
    signIn === undefined
      ? null
      : await db().session.findFirst({ where: { id: signIn.sessionId, userId: actor.id } });
  if (!isFresh(session?.provenAt ?? null)) {
    throw new ServiceError("reauthenticate", "Confirm that it is you to go on.");
  }
}

function isFresh(provenAt: Date | null): boolean {
  return provenAt !== null && Date.now() - provenAt.getTime() < FRESH_MS;
}
