import { db } from "@/lib/db/client";
import { sourceOf } from "@/lib/services/ground/act-source";
import { notFound } from "@/lib/services/ground/errors";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { dropUnneededCodes } from "@/lib/services/people/factor/recovery-codes";
import { auditUser } from "@/lib/services/people/security/audit-user";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { tellUser } from "@/lib/services/people/security/tell-user";
import {
  requireOwnFreshSession,
  requireOwnSession,
} from "@/lib/services/people/session/own-session";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import {
  type PasskeyIdInput,
  passkeyIdInput,
  type RenamePasskeyInput,
  renamePasskeyInput,
} from "./schemas";

export type PasskeyView = {
  readonly passkeyId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
};

/** The passkeys of who asks, the oldest first. Throws `forbidden` for a session of a single sign-on. */
export async function listPasskeys(me: SignedIn): Promise<readonly PasskeyView[]> {
  await requireOwnSession(me);
  const { userId } = me;
  const rows = await db().passkey.findMany({ where: { userId }, orderBy: { createdAt: "asc" } });
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    passkeyId: id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Calls a passkey otherwise, so that its owner knows which one to remove. */
export async function renamePasskey(me: SignedIn, rawInput: RenamePasskeyInput): Promise<void> {
  await requireOwnSession(me);
  const { passkeyId, name } = renamePasskeyInput.parse(rawInput);
  const { userId } = me;
  await withAnonymousTransaction(async (tx) => {
    const passkey = await tx.passkey.findFirst({ where: { id: passkeyId, userId } });
    if (passkey === null) throw notFound("passkey");
    if (passkey.name === name) return;
    await tx.passkey.update({ where: { id: passkeyId }, data: { name } });
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await auditUser(tx, user, {
      verb: "user.rename-passkey",
      summary: `renamed the passkey ${passkey.name} to ${name}`,
      source: sourceOf(me),
    });
  });
}

/** Takes a passkey away. Without any other second factor the recovery codes go, too. */
export async function removePasskey(me: SignedIn, rawInput: PasskeyIdInput): Promise<void> {
  await requireOwnFreshSession(me);
  const { passkeyId } = passkeyIdInput.parse(rawInput);
  const { userId } = me;
  const { user, name } = await withAnonymousTransaction(async (tx) => {
    const passkey = await tx.passkey.findFirst({ where: { id: passkeyId, userId } });
    if (passkey === null) throw notFound("passkey");
    await tx.passkey.delete({ where: { id: passkeyId } });
    await dropUnneededCodes(tx, userId);
    const found = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await auditUser(tx, found, {
      verb: "user.remove-passkey",
      summary: `removed the passkey ${passkey.name}`,
      source: sourceOf(me),
    });
    return { user: found, name: passkey.name };
  });
  tellUser(user, `The passkey “${name}” was removed and can no longer sign in.`);
  reportSecurityEvent({ event: "factor.removed", userId, from: me.address, detail: "passkey" });
}
