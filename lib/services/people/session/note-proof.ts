import { db } from "@/lib/db/client";
import { reportSecurityEvent } from "@/lib/services/people/security/security-event";
import type { SignedIn } from "./signed-in";

/** Notes that somebody has just proved in this session, and in no other, who they are. */
export async function noteProof({ userId, sessionId, address: from }: SignedIn): Promise<void> {
  await db().session.updateMany({
    where: { id: sessionId, userId },
    data: { provenAt: new Date() },
  });
  reportSecurityEvent({ event: "sign-in.proved", userId, sessionId, from });
}
