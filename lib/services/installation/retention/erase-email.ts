import type { Tx } from "@/lib/db/client";
import type { Redis } from "@/lib/line/redis-client";
import { installationContext } from "@/lib/services/ground/context";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withAnonymousTransaction } from "@/lib/services/ground/with-transaction";
import { type ErasedEntry, noteErasure } from "@/lib/services/installation/audit/erase-fields";
import { eraseNoticesOf } from "@/lib/services/operation/notice/erase";
import { emailField } from "@/lib/services/people/user/schemas";
import { eraseByTokenKeys } from "./erase-token-key";
import type { Erased } from "./erase-visitor";

const SOMEBODY = "Somebody (erased)";
const ADDRESS = "an erased address";

export type ErasedAddress = Erased & {
  readonly users: number;
  readonly invitations: number;
  /** Visitors who wanted to be told of their turn at this address. */
  readonly notices: number;
};

/**
 * Erases what is held about one e-mail address: the user of the console with all that is theirs, invitations,
 * the name in audit logs and lists, and visitors whose enqueue token had the address as its key. Throws
 * `precondition_failed` while they are the only owner of a customer.
 */
export async function eraseEmail(
  redis: Redis,
  command: string,
  rawEmail: string,
): Promise<ErasedAddress> {
  const email = emailField.parse(rawEmail);
  // What is refused is refused here, before anything is erased.
  const rows = await withAnonymousTransaction((tx) => eraseRows(tx, command, email));
  const notices = await eraseNoticesOf(redis, email);
  const visitors = await eraseByTokenKeys(redis, command, [...new Set([rawEmail, email])]);
  return {
    ...rows,
    ...visitors,
    notices,
    auditEntries: rows.auditEntries + visitors.auditEntries,
    customers: [...new Set([...rows.customers, ...visitors.customers])],
  };
}

async function eraseRows(tx: Tx, command: string, email: string) {
  const user = await tx.user.findUnique({ where: { email }, include: { memberships: true } });
  if (user !== null) await requireOtherOwners(tx, user.id);
  const invited = await tx.invitation.findMany({ where: { email } });
  const customerIds = new Set([
    ...(user?.memberships ?? []).map(({ customerId }) => customerId),
    ...invited.flatMap(({ customerId }) => customerId ?? []),
    ...(await findMentions(tx, email, user?.id ?? null)),
  ]);
  let auditEntries = await eraseMentions(tx, email, ADDRESS);
  if (user !== null) auditEntries += await eraseName(tx, user, [...customerIds]);
  await tx.invitation.deleteMany({ where: { email } });
  await tx.user.deleteMany({ where: { email } });
  const customers = await tx.customer.findMany({ where: { id: { in: [...customerIds] } } });
  const counts = { users: user === null ? 0 : 1, invitations: invited.length, auditEntries };
  for (const customer of customers) {
    await recordAudit(tx, installationContext(customer, command), {
      verb: "user.erase",
      subject: customer.id,
      summary: "erased all data about one e-mail address",
      details: counts,
    });
  }
  return { ...counts, customers: customers.map(({ wireId }) => wireId) };
}

async function requireOtherOwners(tx: Tx, userId: string): Promise<void> {
  const alone = await tx.customer.findMany({
    where: {
      memberships: {
        some: { userId, role: "owner" },
        none: { role: "owner", userId: { not: userId } },
      },
    },
    select: { wireId: true },
  });
  if (alone.length === 0) return;
  const ids = alone.map(({ wireId }) => wireId).join(", ");
  throw preconditionFailed(
    `They are the only owner of ${ids}. Make someone else an owner or delete the customer first.`,
  );
}

/** The customers whose audit logs know the person. */
async function findMentions(tx: Tx, email: string, userId: string | null): Promise<string[]> {
  const rows = await tx.$queryRaw<{ customerId: string }[]>`
    SELECT DISTINCT "customerId" FROM "AuditEntry"
    WHERE position(${email} in "summary") > 0 OR position(${email} in "details"::text) > 0
      OR ("actorType" = 'user' AND "actorId" = ${userId})`;
  return rows.map(({ customerId }) => customerId);
}

/** Every place in an audit log that has the address, as a text or within a text. */
async function eraseMentions(tx: Tx, email: string, instead: string): Promise<number> {
  const changed = await tx.$queryRaw<ErasedEntry[]>`
    UPDATE "AuditEntry" SET
      "summary" = replace("summary", ${email}, ${instead}),
      "details" = replace("details"::text, ${email}, ${instead})::jsonb
    WHERE position(${email} in "summary") > 0 OR position(${email} in "details"::text) > 0
    RETURNING "id", "customerId"`;
  await noteErasure(tx, changed, ["summary", "details"]);
  await tx.$executeRaw`
    UPDATE "DomainEvent" SET
      "summary" = replace("summary", ${email}, ${instead}),
      "data" = replace("data"::text, ${email}, ${instead})::jsonb
    WHERE position(${email} in "summary") > 0 OR position(${email} in "data"::text) > 0`;
  await tx.$executeRaw`
    UPDATE "AlertChannel" SET "addresses" = array_remove("addresses", ${email})
    WHERE ${email} = ANY("addresses")`;
  await tx.alertDelivery.deleteMany({ where: { address: email } });
  await eraseInAlerts(tx, email, instead);
  return changed.length;
}

/** A text in alerts and their notices: of all customers, or of some. */
async function eraseInAlerts(
  tx: Tx,
  text: string,
  instead: string,
  customerIds: readonly string[] | null = null,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Alert" SET "summary" = replace("summary", ${text}, ${instead})
    WHERE position(${text} in "summary") > 0
      AND (${customerIds}::text[] IS NULL OR "customerId" = ANY(${customerIds}::text[]))`;
  await tx.$executeRaw`
    UPDATE "AlertDelivery" AS delivery SET
      "notice" = jsonb_set("notice", '{summary}', to_jsonb(replace("notice"->>'summary', ${text}, ${instead})))
    FROM "AlertChannel" AS channel
    WHERE channel."id" = delivery."channelId" AND position(${text} in "notice"->>'summary') > 0
      AND (${customerIds}::text[] IS NULL OR channel."customerId" = ANY(${customerIds}::text[]))`;
}

/** The person's name, where they did something or something was done to their membership. */
async function eraseName(
  tx: Tx,
  user: { readonly id: string; readonly name: string },
  customerIds: readonly string[],
): Promise<number> {
  const { id, name } = user;
  const own = await tx.$queryRaw<ErasedEntry[]>`
    UPDATE "AuditEntry" SET
      "actorId" = 'erased',
      "actorName" = ${SOMEBODY},
      "subject" = CASE WHEN "subject" = ${id} THEN 'erased' ELSE "subject" END,
      "summary" = ${SOMEBODY} || substring("summary" from char_length("actorName") + 1),
      "details" = "details" - 'browser' - 'request'
    WHERE "actorType" = 'user' AND "actorId" = ${id} RETURNING "id", "customerId"`;
  await noteErasure(tx, own, ["actor", "subject", "summary", "details"]);
  const about = await tx.$queryRaw<ErasedEntry[]>`
    UPDATE "AuditEntry" SET "summary" = replace("summary", ${name}, ${SOMEBODY})
    WHERE "customerId" = ANY(${customerIds}) AND "verb" LIKE 'member%'
      AND position(${name} in "summary") > 0 RETURNING "id", "customerId"`;
  await noteErasure(tx, about, ["summary"]);
  await tx.$executeRaw`
    UPDATE "DomainEvent" SET
      "summary" = ${SOMEBODY} || substring("summary" from char_length("doneBy"->>'name') + 1),
      "doneBy" = jsonb_build_object('type', 'person', 'name', ${SOMEBODY}::text)
    WHERE "doneBy"->>'id' = ${id}`;
  await eraseInAlerts(tx, name, SOMEBODY, customerIds);
  await tx.approval.updateMany({
    where: { askedById: id },
    data: { askedById: "erased", askedByName: SOMEBODY },
  });
  await tx.approval.updateMany({
    where: { decidedById: id },
    data: { decidedById: "erased", decidedByName: SOMEBODY },
  });
  await tx.invitation.updateMany({ where: { invitedById: id }, data: { invitedById: "erased" } });
  await tx.membership.updateMany({ where: { grantedById: id }, data: { grantedById: "erased" } });
  const where = { customerId: { in: [...customerIds] } };
  const publishedBy = { ...where, publishedBy: name };
  const createdBy = { ...where, createdBy: name };
  await tx.publication.updateMany({ where: publishedBy, data: { publishedBy: SOMEBODY } });
  await tx.staffLink.updateMany({ where: createdBy, data: { createdBy: SOMEBODY } });
  await tx.accessCodeBatch.updateMany({ where: createdBy, data: { createdBy: SOMEBODY } });
  await tx.rehearsal.updateMany({ where: createdBy, data: { createdBy: SOMEBODY } });
  return own.length + about.length;
}
