-- Everything up to aeb39b3 in one. It has the name of the last of the ten migrations that it stands for: databases that
-- have that one have all of this.

CREATE SCHEMA IF NOT EXISTS "public";

CREATE TYPE "Role" AS ENUM ('owner', 'operator', 'viewer');

CREATE TYPE "EventKind" AS ENUM ('always_on', 'scheduled');

CREATE TYPE "QueueingMethod" AS ENUM ('fifo', 'random', 'passthrough', 'reject');

CREATE TYPE "EventStatus" AS ENUM ('draft', 'open', 'stopped');

CREATE TYPE "SessionMode" AS ENUM ('sliding', 'fixed');

CREATE TYPE "ActionType" AS ENUM ('Queue', 'Cancel', 'Ignore');

CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "sessionVersion" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Customer" (
    "id" TEXT NOT NULL,
    "wireId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "browserRules" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Customer_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Membership" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Membership_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Invitation" (
    "id" TEXT NOT NULL,
    "customerId" TEXT,
    "email" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "acceptedAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "PasswordReset" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "PasswordReset_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Throttle" (
    "key" TEXT NOT NULL,
    "tries" INTEGER NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "Throttle_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "Event" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "wireId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "EventKind" NOT NULL,
    "status" "EventStatus" NOT NULL DEFAULT 'draft',
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "pauseMessage" TEXT,
    "startAt" TIMESTAMP(3),
    "preQueueMinutes" INTEGER NOT NULL DEFAULT 15,
    "endAt" TIMESTAMP(3),
    "timeZone" TEXT NOT NULL DEFAULT 'UTC',
    "targetUrl" TEXT NOT NULL,
    "allowedHosts" TEXT[],
    "method" "QueueingMethod" NOT NULL DEFAULT 'fifo',
    "queueAll" BOOLEAN NOT NULL DEFAULT false,
    "outflowPerMinute" INTEGER NOT NULL DEFAULT 600,
    "activeCap" INTEGER,
    "lanes" JSONB NOT NULL DEFAULT '{"mode":"ordered","defaultLane":"main","lanes":[{"key":"main","name":"Main line","weight":100,"fromRelativeQuality":null}]}',
    "lineLimit" INTEGER,
    "draw" JSONB,
    "inviteOnly" BOOLEAN NOT NULL DEFAULT false,
    "absenceMinutes" INTEGER,
    "admission" JSONB,
    "governor" JSONB,
    "afterEvent" JSONB,
    "schedules" JSONB NOT NULL DEFAULT '[]',
    "queueTokenValiditySeconds" INTEGER NOT NULL DEFAULT 120,
    "bindsToAddress" BOOLEAN NOT NULL DEFAULT false,
    "sessionMinutes" INTEGER NOT NULL DEFAULT 20,
    "sessionMode" "SessionMode" NOT NULL DEFAULT 'sliding',
    "waitingStatusCode" INTEGER NOT NULL DEFAULT 200,
    "brandName" TEXT NOT NULL,
    "brandColour" TEXT NOT NULL DEFAULT '#2563eb',
    "logo" BYTEA,
    "logoContentType" TEXT,
    "settingsVersion" INTEGER NOT NULL DEFAULT 1,
    "currentRun" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "Event_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Run" (
    "id" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "openedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lineCreatedAt" TIMESTAMP(3),
    "endedAt" TIMESTAMP(3),
    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Draw" (
    "runId" TEXT NOT NULL,
    "commitment" TEXT NOT NULL,
    "commitmentHash" TEXT NOT NULL,
    "commitmentSignature" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "sealedSecret" TEXT NOT NULL,
    "freeze" JSONB,
    "groups" JSONB,
    "typedValue" TEXT,
    "typedAt" TIMESTAMP(3),
    "beacon" JSONB,
    "file" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settledAt" TIMESTAMP(3),
    CONSTRAINT "Draw_pkey" PRIMARY KEY ("runId")
);

CREATE TABLE "LaneCheckpoint" (
    "runId" TEXT NOT NULL,
    "lane" INTEGER NOT NULL,
    "last" BIGINT NOT NULL,
    "serving" BIGINT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "LaneCheckpoint_pkey" PRIMARY KEY ("runId","lane")
);

CREATE TABLE "Admission" (
    "id" BIGSERIAL NOT NULL,
    "runId" TEXT NOT NULL,
    "lane" INTEGER NOT NULL DEFAULT 0,
    "queueNumber" BIGINT NOT NULL,
    "renewal" INTEGER NOT NULL DEFAULT 0,
    "queueId" TEXT NOT NULL,
    "redirectType" TEXT NOT NULL,
    "admittedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "Admission_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Rule" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "actionType" "ActionType" NOT NULL,
    "action" JSONB NOT NULL,
    "triggers" JSONB NOT NULL,
    "alwaysWait" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "Rule_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Publication" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "config" JSONB NOT NULL,
    "alwaysWaitRules" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "signature" TEXT,
    "signedBy" TEXT,
    "publishedBy" TEXT NOT NULL,
    "publishedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Publication_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ConfigKey" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "ConfigKey_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ConfigPush" (
    "customerId" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "version" INTEGER,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMP(3),
    "attemptedAt" TIMESTAMP(3),
    "problem" TEXT,
    "deliveredVersion" INTEGER,
    "deliveredAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "ConfigPush_pkey" PRIMARY KEY ("customerId")
);

CREATE TABLE "Secret" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "eventId" TEXT,
    "sealed" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "keyId" TEXT,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "activatedAt" TIMESTAMP(3),
    "revealedAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Secret_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ApiKey" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revokedAt" TIMESTAMP(3),
    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "StaffLink" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "revokedAt" TIMESTAMP(3),
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "StaffLink_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AuditEntry" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "verb" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "OutboxEntry" (
    "id" BIGSERIAL NOT NULL,
    "customerId" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "relayedAt" TIMESTAMP(3),
    CONSTRAINT "OutboxEntry_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "DrainCursor" (
    "eventId" TEXT NOT NULL,
    "streamId" TEXT NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "DrainCursor_pkey" PRIMARY KEY ("eventId")
);

CREATE TABLE "AccessCodeBatch" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "lane" TEXT,
    "uses" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" TEXT NOT NULL,
    CONSTRAINT "AccessCodeBatch_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AccessCode" (
    "hash" TEXT NOT NULL,
    "batchId" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    CONSTRAINT "AccessCode_pkey" PRIMARY KEY ("eventId","hash")
);

CREATE UNIQUE INDEX "User_email_key" ON "User"("email");
CREATE UNIQUE INDEX "Customer_wireId_key" ON "Customer"("wireId");
CREATE INDEX "Membership_customerId_idx" ON "Membership"("customerId");
CREATE UNIQUE INDEX "Membership_userId_customerId_key" ON "Membership"("userId", "customerId");
CREATE UNIQUE INDEX "Invitation_tokenHash_key" ON "Invitation"("tokenHash");
CREATE INDEX "Invitation_customerId_idx" ON "Invitation"("customerId");
CREATE UNIQUE INDEX "PasswordReset_tokenHash_key" ON "PasswordReset"("tokenHash");
CREATE INDEX "Throttle_expiresAt_idx" ON "Throttle"("expiresAt");
CREATE UNIQUE INDEX "Event_customerId_wireId_key" ON "Event"("customerId", "wireId");
CREATE UNIQUE INDEX "Run_eventId_number_key" ON "Run"("eventId", "number");
CREATE UNIQUE INDEX "Draw_commitmentHash_key" ON "Draw"("commitmentHash");
CREATE INDEX "Admission_runId_admittedAt_idx" ON "Admission"("runId", "admittedAt");
CREATE UNIQUE INDEX "Admission_runId_lane_queueNumber_renewal_redirectType_queue_key" ON "Admission"("runId", "lane", "queueNumber", "renewal", "redirectType", "queueId");
CREATE INDEX "Rule_customerId_position_idx" ON "Rule"("customerId", "position");
CREATE UNIQUE INDEX "Publication_customerId_version_key" ON "Publication"("customerId", "version");
CREATE UNIQUE INDEX "ConfigKey_customerId_keyId_key" ON "ConfigKey"("customerId", "keyId");
CREATE INDEX "ConfigPush_nextAttemptAt_idx" ON "ConfigPush"("nextAttemptAt");
CREATE INDEX "Secret_customerId_idx" ON "Secret"("customerId");
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey"("hash");
CREATE INDEX "ApiKey_customerId_idx" ON "ApiKey"("customerId");
CREATE INDEX "StaffLink_customerId_idx" ON "StaffLink"("customerId");
CREATE INDEX "AuditEntry_customerId_at_idx" ON "AuditEntry"("customerId", "at");
CREATE INDEX "OutboxEntry_relayedAt_id_idx" ON "OutboxEntry"("relayedAt", "id");
CREATE INDEX "AccessCodeBatch_customerId_idx" ON "AccessCodeBatch"("customerId");
CREATE INDEX "AccessCodeBatch_eventId_idx" ON "AccessCodeBatch"("eventId");
CREATE INDEX "AccessCode_batchId_idx" ON "AccessCode"("batchId");

ALTER TABLE "Membership" ADD CONSTRAINT "Membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "PasswordReset" ADD CONSTRAINT "PasswordReset_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Event" ADD CONSTRAINT "Event_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Run" ADD CONSTRAINT "Run_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "Event"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Draw" ADD CONSTRAINT "Draw_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "LaneCheckpoint" ADD CONSTRAINT "LaneCheckpoint_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Admission" ADD CONSTRAINT "Admission_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Rule" ADD CONSTRAINT "Rule_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Publication" ADD CONSTRAINT "Publication_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ConfigKey" ADD CONSTRAINT "ConfigKey_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ConfigPush" ADD CONSTRAINT "ConfigPush_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Secret" ADD CONSTRAINT "Secret_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Secret" ADD CONSTRAINT "Secret_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "Event"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StaffLink" ADD CONSTRAINT "StaffLink_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StaffLink" ADD CONSTRAINT "StaffLink_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "Event"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AuditEntry" ADD CONSTRAINT "AuditEntry_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AccessCodeBatch" ADD CONSTRAINT "AccessCodeBatch_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AccessCodeBatch" ADD CONSTRAINT "AccessCodeBatch_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "Event"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AccessCode" ADD CONSTRAINT "AccessCode_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "AccessCodeBatch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
