import { db } from "@/lib/db/client";
import type { Approval, Prisma } from "@/lib/db/generated/client";
import type { Grant } from "@/lib/domain/approval/approval";
import { permissionsOfRole, type Role } from "@/lib/domain/permissions/roles";
import { MailMayArrive, sendMail } from "@/lib/platform/mail/send-mail";
import { Attempts } from "@/lib/services/ground/attempts";
import { inConsole } from "@/lib/services/ground/in-console";
import { makersOfKeys } from "@/lib/services/people/api-key/key-context";
import { type Decider, dependenceOf, permissionOf } from "./approval-view";

const REQUESTS_MAX = 20;
const MAILS_MAX = 50;
/** How long after each failed try the next one is made; after the last it is given up. */
const RETRY_AFTER_MS = [20_000, 60_000, 5 * 60_000, 15 * 60_000] as const;

/**
 * Tells those who may decide of new requests, by mail: once to each, whatever dies meanwhile. An e-mail that is refused
 * keeps no other back; it is reported, and tried again some times while the request waits.
 */
export async function mailRequests(now = new Date()): Promise<number> {
  await db().approvalMail.deleteMany({ where: { approval: { NOT: waiting(now) } } });
  await noteApprovers(now);
  const due = await findDue(now);
  const attempts = new Attempts();
  let sent = 0;
  for (const mail of due) if (await attempts.try(() => tell(mail, now))) sent += 1;
  attempts.end(
    (failed) => `${failed} e-mails about requests for a second person could not be sent.`,
  );
  return sent;
}

function waiting(now: Date) {
  return { state: "waiting", expiresAt: { gt: now } } as const satisfies Prisma.ApprovalWhereInput;
}

/** Notes who is to be told of each new request. A worker of the version before mails what is not noted, and notes it itself. */
async function noteApprovers(now: Date): Promise<void> {
  const fresh = await db().approval.findMany({
    where: { ...waiting(now), toldAt: null },
    include: { customer: { include: { memberships: true } } },
    orderBy: { askedAt: "asc" },
    take: REQUESTS_MAX,
  });
  for (const { customer, ...approval } of fresh) {
    const { id } = approval;
    const facts = { setAt: customer.approvalsSetAt, makers: await makersOfKeys(db(), customer.id) };
    await db().$transaction(async (tx) => {
      const toldAt = { where: { id, toldAt: null }, data: { toldAt: now } };
      if ((await tx.approval.updateMany(toldAt)).count === 0) return;
      const approvers = customer.memberships.filter((member) =>
        isApprover(approval, member, facts),
      );
      const data = approvers.map(({ userId }) => ({ approvalId: id, userId, dueAt: now }));
      await tx.approvalMail.createMany({ data });
    });
  }
}

type Member = Grant & { readonly userId: string; readonly role: Role };

type Facts = Pick<Decider, "setAt" | "makers">;

function isApprover(approval: Approval, member: Member, facts: Facts): boolean {
  const permission = permissionOf(approval);
  const held = permissionsOfRole(member.role);
  return (
    permission !== null &&
    member.userId !== approval.askedById &&
    dependenceOf({ ...facts, userId: member.userId, grant: member }, approval) === null &&
    held.has("approval:decide") &&
    held.has(permission)
  );
}

type DueMail = Awaited<ReturnType<typeof findDue>>[number];

function findDue(now: Date) {
  return db().approvalMail.findMany({
    where: { dueAt: { lte: now } },
    include: {
      approval: { include: { customer: true } },
      user: { include: { memberships: true } },
    },
    orderBy: { dueAt: "asc" },
    take: MAILS_MAX,
  });
}

/** True when it was sent. What may arrive counts as sent. Who may decide no longer is told nothing. */
async function tell(mail: DueMail, now: Date): Promise<boolean> {
  const { approvalId, userId, tries, dueAt, approval, user } = mail;
  const mine = { approvalId, userId, tries: tries + 1 };
  // From here on it counts as sent: a worker that dies now is followed by nobody.
  const { count } = await db().approvalMail.updateMany({
    where: { approvalId, userId, tries, dueAt, approval: waiting(now) },
    data: { tries: mine.tries, dueAt: null },
  });
  if (count === 0) return false;
  const member = user.memberships.find(({ customerId }) => customerId === approval.customerId);
  const makers = await makersOfKeys(db(), approval.customerId);
  const facts = { setAt: approval.customer.approvalsSetAt, makers };
  const isAsked = member !== undefined && isApprover(approval, member, facts);
  try {
    if (isAsked) await sendMail(mailOf(mail));
  } catch (error) {
    if (!(error instanceof MailMayArrive)) {
      await tryAgain(mine, now);
      throw error;
    }
  }
  await db().approvalMail.deleteMany({ where: mine });
  return isAsked;
}

type Tried = Pick<DueMail, "approvalId" | "userId" | "tries">;

async function tryAgain(mine: Tried, now: Date): Promise<void> {
  const afterMs = RETRY_AFTER_MS[mine.tries - 1];
  if (afterMs === undefined) {
    await db().approvalMail.deleteMany({ where: mine });
    return;
  }
  const dueAt = new Date(now.getTime() + afterMs);
  await db().approvalMail.updateMany({ where: mine, data: { dueAt } });
}

function mailOf({ approval, user }: DueMail) {
  const { askedByName, summary, customer, expiresAt } = approval;
  return {
    to: user.email,
    subject: `${askedByName} requests approval: ${summary}`,
    text: [
      `${askedByName} wants to ${summary} at ${customer.name}. This requires approval from a second person.`,
      `Approve or reject it before ${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC:`,
      inConsole("/approvals"),
    ].join("\n\n"),
  };
}
