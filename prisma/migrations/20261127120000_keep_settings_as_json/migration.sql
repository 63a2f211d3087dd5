-- Everything from 86340c2 to the first release, with the name of its last migration.

CREATE TYPE "ApprovalState" AS ENUM ('waiting', 'approved', 'refused', 'cancelled', 'expired', 'outdated');

CREATE TYPE "RehearsalKind" AS ENUM ('what_if', 'live');

CREATE TYPE "RehearsalState" AS ENUM ('queued', 'running', 'done', 'stopped', 'failed');

ALTER TYPE "Role" ADD VALUE 'admin';
ALTER TYPE "Role" ADD VALUE 'developer';

ALTER TABLE "Session" ADD COLUMN "isStrong" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "mailProvenAt" TIMESTAMP(3),
ADD COLUMN "method" TEXT NOT NULL DEFAULT 'password',
ADD COLUMN "provenAt" TIMESTAMP(3),
ADD COLUMN "ssoCustomerId" TEXT;
-- Sessions that are there have proved nothing lately. Those to come begin with a proof.
ALTER TABLE "Session" ALTER COLUMN "provenAt" SET DEFAULT CURRENT_TIMESTAMP;

ALTER TABLE "Customer" ADD COLUMN "approvalMinutes" INTEGER NOT NULL DEFAULT 15,
ADD COLUMN "approvalOutflow" INTEGER NOT NULL DEFAULT 6000,
ADD COLUMN "approvalTopics" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "approvalsSetAt" TIMESTAMP(3),
ADD COLUMN "auditMailedAt" TIMESTAMP(3),
ADD COLUMN "mailsReports" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN "signInRule" TEXT NOT NULL DEFAULT 'any',
ADD COLUMN "timeZone" TEXT NOT NULL DEFAULT 'UTC';

ALTER TABLE "Membership" ADD COLUMN "grantedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN "grantedById" TEXT;
-- Whoever is a member already has had their role since they joined, as far as anybody knows.
UPDATE "Membership" SET "grantedAt" = "createdAt";

ALTER TABLE "Invitation" ADD COLUMN "invitedById" TEXT;

ALTER TABLE "Event" ADD COLUMN "archivedAt" TIMESTAMP(3),
ADD COLUMN "deletingAt" TIMESTAMP(3),
ADD COLUMN "formerDeletedAt" TIMESTAMP(3),
ADD COLUMN "incarnation" TEXT,
ADD COLUMN "letThrough" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "occurrence" JSONB,
ADD COLUMN "passesUntil" TIMESTAMP(3),
ADD COLUMN "testOf" TEXT;

ALTER TABLE "Run" ADD COLUMN "codesReturnedAt" TIMESTAMP(3),
ADD COLUMN "lanes" JSONB;

ALTER TABLE "Publication" ADD COLUMN "repeats" INTEGER;

ALTER TABLE "AuditEntry" ADD COLUMN "digests" JSONB,
ADD COLUMN "number" BIGINT,
ADD COLUMN "salts" JSONB,
ADD COLUMN "seq" INTEGER,
ADD COLUMN "tag" TEXT;
-- What is there is numbered in the order in which it was written.
CREATE SEQUENCE "AuditEntry_number_seq" OWNED BY "AuditEntry"."number";
UPDATE "AuditEntry" AS entry SET "number" = ordered."number" FROM (
  SELECT "id", row_number() OVER (ORDER BY "at", "id") AS "number" FROM "AuditEntry"
) AS ordered WHERE ordered."id" = entry."id";
SELECT setval('"AuditEntry_number_seq"', COALESCE((SELECT max("number") FROM "AuditEntry"), 0) + 1, false);
ALTER TABLE "AuditEntry" ALTER COLUMN "number" SET DEFAULT nextval('"AuditEntry_number_seq"'),
ALTER COLUMN "number" SET NOT NULL;

ALTER TABLE "AccessCode" ADD COLUMN "returned" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "TotpFactor" (
    "userId" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "confirmedAt" TIMESTAMP(3),
    "lastStep" INTEGER,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "TotpFactor_pkey" PRIMARY KEY ("userId")
);

CREATE TABLE "RecoveryCode" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Passkey" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "credentialId" TEXT NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMP(3),
    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "SignInChallenge" (
    "tokenHash" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "userId" TEXT,
    "data" JSONB NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "SignInChallenge_pkey" PRIMARY KEY ("tokenHash")
);

CREATE TABLE "EmailChange" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "EmailChange_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "IdentityProvider" (
    "customerId" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "joins" BOOLEAN NOT NULL DEFAULT false,
    "defaultRole" "Role" NOT NULL DEFAULT 'viewer',
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "IdentityProvider_pkey" PRIMARY KEY ("customerId")
);

CREATE TABLE "UserIdentity" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "UserIdentity_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "EventDraft" (
    "id" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "section" TEXT NOT NULL,
    "values" JSONB NOT NULL,
    "before" JSONB NOT NULL,
    "seenVersion" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "savedBy" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "EventDraft_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "EventTemplate" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "logo" BYTEA,
    "logoContentType" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "EventTemplate_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "RunReport" (
    "runId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "countedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "RunReport_pkey" PRIMARY KEY ("runId")
);

CREATE TABLE "PublishedReport" (
    "id" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "publishedBy" TEXT NOT NULL,
    "publishedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "PublishedReport_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ReportMail" (
    "runId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "sentAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tries" INTEGER NOT NULL DEFAULT 1,
    "dueAt" TIMESTAMP(3),
    CONSTRAINT "ReportMail_pkey" PRIMARY KEY ("runId","userId")
);

CREATE TABLE "Approval" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "verb" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "state" "ApprovalState" NOT NULL DEFAULT 'waiting',
    "askedById" TEXT NOT NULL,
    "askedByName" TEXT NOT NULL,
    "askedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "decidedById" TEXT,
    "decidedByName" TEXT,
    "decidedAt" TIMESTAMP(3),
    "toldAt" TIMESTAMP(3),
    CONSTRAINT "Approval_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ApprovalMail" (
    "approvalId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMP(3),
    CONSTRAINT "ApprovalMail_pkey" PRIMARY KEY ("approvalId","userId")
);

CREATE TABLE "AuditErasure" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "fields" TEXT[],
    "entryIds" TEXT[],
    "at" TIMESTAMP(3) NOT NULL,
    "tag" TEXT NOT NULL,
    "seq" INTEGER,
    CONSTRAINT "AuditErasure_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AuditLink" (
    "customerId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "mac" TEXT NOT NULL,
    CONSTRAINT "AuditLink_pkey" PRIMARY KEY ("customerId","seq")
);

CREATE TABLE "AuditKey" (
    "id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "bound" TEXT,
    CONSTRAINT "AuditKey_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "FormerId" (
    "nameHash" TEXT NOT NULL,
    "deletedAt" TIMESTAMP(3) NOT NULL,
    "freeAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "FormerId_pkey" PRIMARY KEY ("nameHash")
);

CREATE TABLE "Rehearsal" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "kind" "RehearsalKind" NOT NULL,
    "name" TEXT NOT NULL,
    "eventId" TEXT,
    "state" "RehearsalState" NOT NULL DEFAULT 'queued',
    "plan" JSONB NOT NULL,
    "outcome" JSONB,
    "progress" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,
    "copy" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "beatAt" TIMESTAMP(3),
    "stopAskedAt" TIMESTAMP(3),
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMP(3),
    "endedAt" TIMESTAMP(3),
    CONSTRAINT "Rehearsal_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "RecoveryCode_hash_key" ON "RecoveryCode"("hash");
CREATE INDEX "RecoveryCode_userId_idx" ON "RecoveryCode"("userId");
CREATE UNIQUE INDEX "Passkey_credentialId_key" ON "Passkey"("credentialId");
CREATE INDEX "Passkey_userId_idx" ON "Passkey"("userId");
CREATE INDEX "SignInChallenge_expiresAt_idx" ON "SignInChallenge"("expiresAt");
CREATE UNIQUE INDEX "EmailChange_tokenHash_key" ON "EmailChange"("tokenHash");
CREATE INDEX "EmailChange_userId_idx" ON "EmailChange"("userId");
CREATE INDEX "UserIdentity_userId_idx" ON "UserIdentity"("userId");
CREATE UNIQUE INDEX "UserIdentity_customerId_issuer_subject_key" ON "UserIdentity"("customerId", "issuer", "subject");
CREATE UNIQUE INDEX "EventDraft_eventId_section_key" ON "EventDraft"("eventId", "section");
CREATE UNIQUE INDEX "EventTemplate_customerId_name_key" ON "EventTemplate"("customerId", "name");
CREATE UNIQUE INDEX "PublishedReport_runId_key" ON "PublishedReport"("runId");
CREATE INDEX "ReportMail_userId_idx" ON "ReportMail"("userId");
CREATE INDEX "Approval_customerId_state_expiresAt_idx" ON "Approval"("customerId", "state", "expiresAt");
CREATE INDEX "Approval_state_expiresAt_idx" ON "Approval"("state", "expiresAt");
CREATE INDEX "ApprovalMail_userId_idx" ON "ApprovalMail"("userId");
CREATE INDEX "ApprovalMail_dueAt_idx" ON "ApprovalMail"("dueAt");
CREATE INDEX "AuditErasure_seq_customerId_idx" ON "AuditErasure"("seq", "customerId");
CREATE INDEX "AuditErasure_customerId_seq_idx" ON "AuditErasure"("customerId", "seq");
CREATE INDEX "AuditLink_customerId_kind_seq_idx" ON "AuditLink"("customerId", "kind", "seq");
CREATE INDEX "Rehearsal_customerId_createdAt_idx" ON "Rehearsal"("customerId", "createdAt");
CREATE INDEX "Rehearsal_state_idx" ON "Rehearsal"("state");
CREATE INDEX "Admission_queueId_idx" ON "Admission" USING HASH ("queueId");
CREATE INDEX "AuditEntry_customerId_number_idx" ON "AuditEntry"("customerId", "number");
CREATE INDEX "AuditEntry_seq_customerId_number_idx" ON "AuditEntry"("seq", "customerId", "number");

ALTER TABLE "TotpFactor" ADD CONSTRAINT "TotpFactor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EmailChange" ADD CONSTRAINT "EmailChange_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "IdentityProvider" ADD CONSTRAINT "IdentityProvider_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "UserIdentity" ADD CONSTRAINT "UserIdentity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "UserIdentity" ADD CONSTRAINT "UserIdentity_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EventDraft" ADD CONSTRAINT "EventDraft_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "Event"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EventTemplate" ADD CONSTRAINT "EventTemplate_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "RunReport" ADD CONSTRAINT "RunReport_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "PublishedReport" ADD CONSTRAINT "PublishedReport_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ReportMail" ADD CONSTRAINT "ReportMail_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ReportMail" ADD CONSTRAINT "ReportMail_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Approval" ADD CONSTRAINT "Approval_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ApprovalMail" ADD CONSTRAINT "ApprovalMail_approvalId_fkey" FOREIGN KEY ("approvalId") REFERENCES "Approval"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ApprovalMail" ADD CONSTRAINT "ApprovalMail_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AuditErasure" ADD CONSTRAINT "AuditErasure_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AuditLink" ADD CONSTRAINT "AuditLink_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Rehearsal" ADD CONSTRAINT "Rehearsal_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The version before inserts events without these once this one has left the columns.
ALTER TABLE "Event" ALTER COLUMN "targetUrl" SET DEFAULT '',
ALTER COLUMN "allowedHosts" SET DEFAULT ARRAY[]::TEXT[],
ALTER COLUMN "brandName" SET DEFAULT '';

ALTER TABLE "Event" ADD COLUMN "settings" JSONB NOT NULL DEFAULT '{}';

-- Programs of the version before read and write the columns, newer ones "settings" alone: whoever writes, the other is made
-- to follow. A setting that has no column stays as it is.
CREATE FUNCTION "followEventSettings"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  "former" JSONB := '{}';
  "columns" JSONB := jsonb_build_object(
    'language', NEW."language",
    'preQueueMinutes', NEW."preQueueMinutes",
    'timeZone', NEW."timeZone",
    'targetUrl', NEW."targetUrl",
    'allowedHosts', NEW."allowedHosts",
    'apiOrigins', NEW."apiOrigins",
    'frameOrigins', NEW."frameOrigins",
    'method', NEW."method",
    'queueAll', NEW."queueAll",
    'outflowPerMinute', NEW."outflowPerMinute",
    'safetyNetPerMinute', NEW."safetyNetPerMinute",
    'safetyNetActive', NEW."safetyNetActive",
    'activeCap', NEW."activeCap",
    'unitsPerAdmission', NEW."unitsPerAdmission",
    'lanes', NEW."lanes",
    'lineLimit', NEW."lineLimit",
    'draw', NEW."draw",
    'inviteOnly', NEW."inviteOnly",
    'absenceMinutes', NEW."absenceMinutes",
    'admission', NEW."admission",
    'governor', NEW."governor",
    'afterEvent', NEW."afterEvent",
    'queueTokenValiditySeconds', NEW."queueTokenValiditySeconds",
    'bindsToAddress', NEW."bindsToAddress",
    'sessionMinutes', NEW."sessionMinutes",
    'sessionMode', NEW."sessionMode",
    'cloudflareJson', NEW."cloudflareJson",
    'turn', NEW."turn",
    'protection', NEW."protection",
    'waitingStatusCode', NEW."waitingStatusCode",
    'notices', COALESCE(NEW."notices", '{"mail": false, "push": false}'),
    'brandName', NEW."brandName",
    'brandColour', NEW."brandColour"
  );
BEGIN
  IF TG_OP = 'UPDATE' THEN
    "former" := OLD."settings";
  END IF;
  IF NEW."settings" = "former" THEN
    NEW."settings" := "former" || "columns";
  ELSE
    NEW := jsonb_populate_record(NEW, (
      SELECT jsonb_object_agg("key", "value") FROM jsonb_each(NEW."settings") WHERE "columns" ? "key"
    ));
    -- No notices at all are null in its column.
    NEW."notices" := NULLIF(NEW."notices", '{"mail": false, "push": false}');
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "followEventSettings" BEFORE INSERT OR UPDATE ON "Event"
FOR EACH ROW EXECUTE FUNCTION "followEventSettings"();

-- Fills it from the columns of the events that are there.
UPDATE "Event" SET "settings" = '{}';
