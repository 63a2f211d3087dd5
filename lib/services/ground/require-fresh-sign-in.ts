import { db } from "@/lib/db/client";
import type { ServiceContext } from "./context";
import { ServiceError } from "./errors";

const FRESH_MS = 10 * 60_000;

/**
 * Second line of every verb that could do lasting harm at an unattended browser: throws `reauthenticate`
 * for a person who has not proved within ten minutes, in the session that asks, who they are. Programs of
 * the installation pass. While an approved request runs, it is the second person who asks.
 */
export async function requireFreshSignIn({
  actor: wisher,
  signIn,
  approval,
}: ServiceContext): Promise<void> {
  const actor = approval?.approver ?? wisher;
  if (actor.type !== "user") return;
  if (isFresh(signIn?.provenAt ?? null)) return;
  // What the context says may be some seconds old, and they have just proved it.
  const session =
    signIn === undefined
      ? null
      : await db().session.findUnique({ where: { id: signIn.sessionId } });
  if (!isFresh(session?.provenAt ?? null)) throw staleSignIn();
}

export function staleSignIn(): ServiceError {
  return new ServiceError("reauthenticate", "Confirm your identity to continue.");
}

/** Whether somebody proved within ten minutes who they are. */
export function isFresh(provenAt: Date | null): boolean {
  return provenAt !== null && Date.now() - provenAt.getTime() < FRESH_MS;
}
