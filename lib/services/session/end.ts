import { z } from "zod";
import { db } from "@/lib/db/client";
import { notFound } from "@/lib/services/errors";
import { auditUser } from "@/lib/services/security/audit-user";
import { reportSecurityEvent } from "@/lib/services/security/security-event";
import { forgetReads } from "@/lib/services/shared-reads";
import { withAnonymousTransaction } from "@/lib/services/with-transaction";
import type { SignedIn } from "./signed-in";

export const endSessionInput = z.strictObject({ sessionId: z.string() });
export type EndSessionInput = z.input<typeof endSessionInput>;

/** Ends one of the caller's own sessions. Throws `not_found` for any other. */
export async function endSession(me: SignedIn, rawInput: EndSessionInput): Promise<void> {
  const { sessionId } = endSessionInput.parse(rawInput);
  const { count } = await db().session.deleteMany({ where: { id: sessionId, userId: me.userId } });
  if (count === 0) throw notFound("session");
  forgetReads(me.userId);
  const { userId, address: from } = me;
  reportSecurityEvent({ event: "session.ended", userId, sessionId, from });
}

/** Ends all of the caller's sessions but the one that asks, and answers how many. */
export async function endOtherSessions(me: SignedIn): Promise<{ readonly ended: number }> {
  const ended = await withAnonymousTransaction(async (tx) => {
    const { count } = await tx.session.deleteMany({
      where: { userId: me.userId, id: { not: me.sessionId } },
    });
    const user = await tx.user.findUniqueOrThrow({ where: { id: me.userId } });
    if (count > 0) {
      await auditUser(tx, user, {
        verb: "user.end-sessions",
        summary: "signed out everywhere else",
        details: { sessions: count },
      });
    }
    return count;
  });
  reportSecurityEvent({
    event: "session.ended",
    userId: me.userId,
    from: me.address,
    detail: `${ended} others`,
  });
  return { ended };
}
