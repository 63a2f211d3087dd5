import { db } from "@/lib/db/client";
import {
  API_ANSWER_KEPT_MS,
  DOMAIN_EVENT_KEPT_MS,
  INVITATION_KEPT_MS,
  OUTBOX_KEPT_MS,
  PASSWORD_RESET_KEPT_MS,
  type RetentionPeriods,
  UNUSED_ASSET_KEPT_MS,
} from "@/lib/domain/retention/periods";
import { type ErasedEntry, noteErasure } from "@/lib/services/installation/audit/erase-fields";
import { deleteFiguresBefore } from "@/lib/services/operation/figures/delete-old";
import { oldestValid } from "@/lib/services/people/session/session-limits";

/** What is older than these moments goes. */
export type Cutoffs = {
  readonly admissions: Date;
  readonly addresses: Date;
  readonly invitations: Date;
  readonly passwordResets: Date;
  readonly outbox: Date;
  readonly apiAnswers: Date;
  readonly domainEvents: Date;
  readonly unusedAssets: Date;
  readonly session: { readonly createdAt: Date; readonly lastSeenAt: Date };
  readonly now: Date;
};

export function cutoffsAt(now: Date, periods: RetentionPeriods): Cutoffs {
  const before = (ms: number) => new Date(now.getTime() - ms);
  return {
    admissions: before(periods.admissionsMs),
    addresses: before(periods.addressesMs),
    invitations: before(INVITATION_KEPT_MS),
    passwordResets: before(PASSWORD_RESET_KEPT_MS),
    outbox: before(OUTBOX_KEPT_MS),
    apiAnswers: before(API_ANSWER_KEPT_MS),
    domainEvents: before(DOMAIN_EVENT_KEPT_MS),
    unusedAssets: before(UNUSED_ASSET_KEPT_MS),
    session: oldestValid(now),
    now,
  };
}

/** Removes at most so many rows, and answers how many: fewer than that when there are no more. */
type RemoveSome = (cutoffs: Cutoffs, rows: number) => Promise<number>;

/** Everything that is removed by its age, one entry for each table. What is kept as long as admissions stands with them. */
export const PURGES: Readonly<Record<string, RemoveSome>> = {
  // From run to run, so that the index of each finds what is old without reading what is not.
  admissions: ({ admissions }, rows) => db().$executeRaw`
    DELETE FROM "Admission" WHERE "id" IN (
      SELECT old."id" FROM "Run" AS run CROSS JOIN LATERAL (
        SELECT "id" FROM "Admission"
        WHERE "runId" = run."id" AND "admittedAt" < ${admissions}::timestamp
        ORDER BY "admittedAt" LIMIT ${rows}
      ) AS old LIMIT ${rows}
    )`,
  figures: ({ admissions }) => deleteFiguresBefore(admissions),
  // Who used a staff link, in the audit log: the entry stays, without the visitor.
  staffLinkVisitors: ({ admissions }, rows) =>
    db().$transaction(async (tx) => {
      const entries = await tx.$queryRaw<ErasedEntry[]>`
        UPDATE "AuditEntry" SET "details" = "details" - 'queueId' WHERE "id" IN (
          SELECT "id" FROM "AuditEntry"
          WHERE "verb" = 'staff-link.use' AND "at" < ${admissions}::timestamp AND jsonb_exists("details", 'queueId')
          LIMIT ${rows}
        ) RETURNING "id", "customerId"`;
      await noteErasure(tx, entries, ["details"]);
      return entries.length;
    }),
  sessions: ({ session }, rows) => db().$executeRaw`
    DELETE FROM "Session" WHERE "id" IN (
      SELECT "id" FROM "Session"
      WHERE "createdAt" <= ${session.createdAt}::timestamp OR "lastSeenAt" <= ${session.lastSeenAt}::timestamp
      LIMIT ${rows}
    )`,
  sessionAddresses: ({ addresses }, rows) => db().$executeRaw`
    UPDATE "Session" SET "address" = '' WHERE "id" IN (
      SELECT "id" FROM "Session" WHERE "createdAt" < ${addresses}::timestamp AND "address" <> '' LIMIT ${rows}
    )`,
  invitations: ({ invitations }, rows) => db().$executeRaw`
    DELETE FROM "Invitation" WHERE "id" IN (
      SELECT "id" FROM "Invitation"
      WHERE "expiresAt" < ${invitations}::timestamp OR "acceptedAt" < ${invitations}::timestamp LIMIT ${rows}
    )`,
  passwordResets: ({ passwordResets }, rows) => db().$executeRaw`
    DELETE FROM "PasswordReset" WHERE "id" IN (
      SELECT "id" FROM "PasswordReset"
      WHERE "expiresAt" < ${passwordResets}::timestamp OR "usedAt" < ${passwordResets}::timestamp LIMIT ${rows}
    )`,
  emailChanges: ({ passwordResets }, rows) => db().$executeRaw`
    DELETE FROM "EmailChange" WHERE "id" IN (
      SELECT "id" FROM "EmailChange"
      WHERE "expiresAt" < ${passwordResets}::timestamp OR "usedAt" < ${passwordResets}::timestamp LIMIT ${rows}
    )`,
  signInChallenges: ({ now }, rows) => db().$executeRaw`
    DELETE FROM "SignInChallenge" WHERE "tokenHash" IN (
      SELECT "tokenHash" FROM "SignInChallenge" WHERE "expiresAt" <= ${now}::timestamp LIMIT ${rows} FOR UPDATE SKIP LOCKED
    )`,
  loginRequests: ({ now }, rows) => db().$executeRaw`
    DELETE FROM "LoginRequest" WHERE "deviceHash" IN (
      SELECT "deviceHash" FROM "LoginRequest" WHERE "expiresAt" <= ${now}::timestamp LIMIT ${rows} FOR UPDATE SKIP LOCKED
    )`,
  throttles: ({ now }, rows) => db().$executeRaw`
    DELETE FROM "Throttle" WHERE "key" IN (
      SELECT "key" FROM "Throttle" WHERE "expiresAt" <= ${now}::timestamp LIMIT ${rows} FOR UPDATE SKIP LOCKED
    )`,
  // Redis is told by the next reconciliation.
  unusedAssets: ({ unusedAssets }, rows) => db().$executeRaw`
    DELETE FROM "ThemeAsset" WHERE "id" IN (
      SELECT "id" FROM "ThemeAsset" WHERE "unusedSince" < ${unusedAssets}::timestamp LIMIT ${rows}
      FOR UPDATE SKIP LOCKED
    )`,
  apiAnswers: ({ apiAnswers }, rows) => db().$executeRaw`
    DELETE FROM "ApiAnswer" WHERE ("apiKeyId", "key") IN (
      SELECT "apiKeyId", "key" FROM "ApiAnswer" WHERE "createdAt" < ${apiAnswers}::timestamp LIMIT ${rows}
    )`,
  // With their deliveries.
  domainEvents: ({ domainEvents }, rows) => db().$executeRaw`
    DELETE FROM "DomainEvent" WHERE "seq" IN (
      SELECT "seq" FROM "DomainEvent" WHERE "at" < ${domainEvents}::timestamp ORDER BY "at" LIMIT ${rows}
    )`,
  // Kept as long as what they tell of; an alert that is not over stays.
  alerts: ({ domainEvents }, rows) => db().$executeRaw`
    DELETE FROM "Alert" WHERE "id" IN (
      SELECT "id" FROM "Alert" WHERE "endedAt" < ${domainEvents}::timestamp ORDER BY "endedAt" LIMIT ${rows}
    )`,
  alertNotices: ({ domainEvents }, rows) => db().$executeRaw`
    DELETE FROM "AlertDelivery" WHERE "id" IN (
      SELECT "id" FROM "AlertDelivery" WHERE "createdAt" < ${domainEvents}::timestamp ORDER BY "createdAt" LIMIT ${rows}
    )`,
  outbox: ({ outbox }, rows) => db().$executeRaw`
    DELETE FROM "OutboxEntry" WHERE "id" IN (
      SELECT "id" FROM "OutboxEntry" WHERE "relayedAt" < ${outbox}::timestamp ORDER BY "relayedAt" LIMIT ${rows}
    )`,
};
