import { z } from "zod";
import { db } from "@/lib/db/client";
import { sourceOf } from "@/lib/services/ground/act-source";
import { notFound } from "@/lib/services/ground/errors";
import { forgetReads } from "@/lib/services/ground/shared-reads";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { auditUser } from "@/lib/services/people/security/audit-user";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import { readReach } from "./reach";
import type { SignedIn } from "./signed-in";

export const endSessionInput = z.strictObject({ sessionId: z.string() });
export type EndSessionInput = z.input<typeof endSessionInput>;

/** Ends one of the caller's sessions that the one which asks reaches. Throws `not_found` for any other. */
export async function endSession(me: SignedIn, rawInput: EndSessionInput): Promise<void> {
  const { sessionId } = endSessionInput.parse(rawInput);
  const { sessions } = await readReach(me);
  const { count } = await db().session.deleteMany({ where: { ...sessions, id: sessionId } });
  if (count === 0) throw notFound("session");
  forgetReads(me.userId);
  const { userId, address: from } = me;
  reportSecurityEvent({ event: "session.ended", userId, sessionId, from });
}

/**
 * Ends all of the caller's sessions that the one which asks reaches, but that one, and answers how many. The audit logs
 * of the customers that it reaches say so.
 */
export async function endOtherSessions(me: SignedIn): Promise<{ readonly ended: number }> {
  const { sessions, hasCustomer } = await readReach(me);
  const ended = await withAnonymousTransaction(async (tx) => {
    const { count } = await tx.session.deleteMany({
      where: { ...sessions, id: { not: me.sessionId } },
    });
    const user = await tx.user.findUniqueOrThrow({ where: { id: me.userId } });
    if (count > 0) {
      const record = {
        verb: "user.end-sessions",
        summary: "signed out other browsers",
        details: { sessions: count },
        source: sourceOf(me),
      } as const;
      await auditUser(tx, user, record, ({ id }) => hasCustomer(id));
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
