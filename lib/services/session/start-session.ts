import { db } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import { auditUser } from "@/lib/services/security/audit-user";
import { reportSecurityEvent } from "@/lib/services/security/security-event";
import { withAnonymousTransaction } from "@/lib/services/with-transaction";
import { nameBrowser } from "./name-browser";
import { oldestValid } from "./session-limits";

/** Makes the session of a user whose password was verified, and answers its id. */
export async function startSession(input: {
  readonly user: { readonly id: string; readonly name: string };
  readonly userAgent: string;
  readonly address: string;
}): Promise<string> {
  const { user, address } = input;
  const id = newId("session");
  const browser = nameBrowser(input.userAgent);
  await withAnonymousTransaction(async (tx) => {
    await tx.session.create({ data: { id, userId: user.id, browser, address } });
    await auditUser(tx, user, {
      verb: "user.sign-in",
      summary: `signed in with ${browser}`,
      details: { browser },
    });
  });
  const { createdAt, lastSeenAt } = oldestValid(new Date());
  await db().session.deleteMany({
    where: {
      userId: user.id,
      OR: [{ createdAt: { lte: createdAt } }, { lastSeenAt: { lte: lastSeenAt } }],
    },
  });
  reportSecurityEvent({
    event: "sign-in.succeeded",
    userId: user.id,
    sessionId: id,
    from: address,
  });
  return id;
}
