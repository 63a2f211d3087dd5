import { db } from "@/lib/db/client";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { inConsole } from "@/lib/services/in-console";
import { permissionOf } from "./approval-view";

const REQUESTS_MAX = 20;

/** Tells those who may decide of new requests, by mail. Each is told once at most, also when a mail fails. */
export async function mailRequests(now = new Date()): Promise<number> {
  const waiting = await db().approval.findMany({
    where: { state: "waiting", expiresAt: { gt: now }, toldAt: null },
    include: { customer: { include: { memberships: { include: { user: true } } } } },
    orderBy: { askedAt: "asc" },
    take: REQUESTS_MAX,
  });
  let sent = 0;
  for (const row of waiting) {
    const { count } = await db().approval.updateMany({
      where: { id: row.id, toldAt: null },
      data: { toldAt: now },
    });
    const permission = permissionOf(row);
    if (count === 0 || permission === null) continue;
    for (const { user, role } of row.customer.memberships) {
      const may = permissionsOfRole(role);
      if (user.id === row.askedById || !may.has("approval:decide") || !may.has(permission))
        continue;
      await sendMail({
        to: user.email,
        subject: `${row.askedByName} asks for a second person: ${row.summary}`,
        text: [
          `${row.askedByName} wants to ${row.summary} at ${row.customer.name}, and a second person has to approve it.`,
          `Look at it, and approve or refuse it, before ${row.expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC:`,
          inConsole("/approvals"),
        ].join("\n\n"),
      });
      sent += 1;
    }
  }
  return sent;
}
