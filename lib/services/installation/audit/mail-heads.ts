import { db } from "@/lib/db/client";
import { type AuditAnchor, writeAnchor } from "@/lib/domain/audit/chain";
import { MailMayArrive, sendMail } from "@/lib/platform/mail/send-mail";
import type { ServiceContext } from "@/lib/services/ground/context";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { inConsole } from "@/lib/services/ground/in-console";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { takeTry } from "@/lib/services/ground/throttle";
import { readHeads } from "./anchor-heads";

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;
const CUSTOMERS_MAX = 50;
const MAILS_PER_DAY = 20;

/** Mails the caller where the audit log's chain stands, for their own keeping. */
export async function mailAuditHead(context: ServiceContext): Promise<{ readonly to: string }> {
  requirePermission(context, "audit:read");
  const { customer, actor } = context;
  const key = ["audit-mail", customer.id, actor.id];
  await takeTry([{ key, triesMax: MAILS_PER_DAY, windowSeconds: 24 * 60 * 60 }]);
  const user = await db().user.findUniqueOrThrow({ where: { id: actor.id } });
  const [head] = await readHeads(customer.id);
  if (head === undefined) {
    throw preconditionFailed("No entries are linked yet. Try again in a moment.");
  }
  await sendHead(customer.name, user.email, head);
  return { to: user.email };
}

/**
 * Mails owners once a week where their audit log's chain stands. An e-mail that is refused keeps no other back; where it
 * reached no owner, it is tried again a day later. What is killed in between mails a week later.
 */
export async function mailAuditHeads(now = new Date()): Promise<number> {
  await db().customer.updateMany({ where: { auditMailedAt: null }, data: { auditMailedAt: now } });
  const due = await db().customer.findMany({
    where: { auditMailedAt: { lt: new Date(now.getTime() - WEEK_MS) } },
    include: { memberships: { where: { role: "owner" }, include: { user: true } } },
    take: CUSTOMERS_MAX,
  });
  const failures: unknown[] = [];
  let sent = 0;
  for (const { id, name, auditMailedAt, memberships } of due) {
    const { count } = await db().customer.updateMany({
      where: { id, auditMailedAt },
      data: { auditMailedAt: now },
    });
    const [head] = await readHeads(id);
    if (count === 0 || head === undefined) continue;
    const tried = await tellEach(
      memberships.map(({ user }) => user.email),
      (to) => sendHead(name, to, head),
    );
    sent += tried.sent;
    failures.push(...tried.failures);
    if (tried.sent === 0 && tried.failures.length > 0) await tryTomorrow(id, now);
  }
  if (failures.length === 0) return sent;
  const reason = `${failures.length} e-mails with the head of an audit log could not be sent.`;
  throw new AggregateError(failures, reason);
}

type Tried = { readonly sent: number; readonly failures: readonly unknown[] };

/** What may arrive counts as sent: nobody gets it twice. */
async function tellEach(
  emails: readonly string[],
  tell: (email: string) => Promise<void>,
): Promise<Tried> {
  const failures: unknown[] = [];
  for (const email of emails) {
    await tell(email).catch((error: unknown) => {
      if (!(error instanceof MailMayArrive)) failures.push(error);
    });
  }
  return { sent: emails.length - failures.length, failures };
}

async function tryTomorrow(id: string, now: Date): Promise<void> {
  const auditMailedAt = new Date(now.getTime() - WEEK_MS + DAY_MS);
  await db().customer.updateMany({ where: { id, auditMailedAt: now }, data: { auditMailedAt } });
}

function sendHead(name: string, to: string, head: AuditAnchor): Promise<void> {
  return sendMail({
    to,
    subject: `Audit log anchor for ${name}`,
    text: [
      `The audit chain of ${name} has ${head.seq} links. The last link is:`,
      writeAnchor(head),
      "Keep this e-mail. It lets you detect entries that are removed or altered later.",
      `Your administrator can verify it with "stanchion verify-audit --anchor FILE", where FILE contains this e-mail. The log:`,
      inConsole("/audit-log"),
    ].join("\n\n"),
  });
}
