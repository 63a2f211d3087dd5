-- Everything from aeb39b3 to 86340c2, with the name of its last migration.

CREATE TYPE "Suspension" AS ENUM ('hold', 'let_through');

CREATE TYPE "ThemeAssetKind" AS ENUM ('logo', 'background', 'font', 'template');

CREATE TYPE "AddressListKind" AS ENUM ('typed', 'feed');

CREATE TYPE "NoticeKind" AS ENUM ('mail', 'push');

-- The version before reads it in every sign-in. No cookie that it made carries this number, so that nobody comes back
-- whose sessions were ended.
ALTER TABLE "User" ALTER COLUMN "sessionVersion" SET DEFAULT 1000000;
UPDATE "User" SET "sessionVersion" = 1000000;

ALTER TABLE "Customer" ADD COLUMN "deletingAt" TIMESTAMP(3),
ADD COLUMN "exportedAt" TIMESTAMP(3),
ADD COLUMN "maxEvents" INTEGER,
ADD COLUMN "maxOutflowPerMinute" INTEGER,
ADD COLUMN "maxWaiting" INTEGER,
ADD COLUMN "suspendedAt" TIMESTAMP(3),
ADD COLUMN "suspension" "Suspension";

ALTER TABLE "Throttle" ADD COLUMN "blockedUntil" TIMESTAMP(3);

ALTER TABLE "Event" ADD COLUMN "apiOrigins" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "cloudflareJson" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "frameOrigins" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "language" TEXT NOT NULL DEFAULT 'en',
ADD COLUMN "message" JSONB,
ADD COLUMN "notices" JSONB,
ADD COLUMN "pauseMessages" JSONB,
ADD COLUMN "protection" JSONB,
ADD COLUMN "releasedPlaces" JSONB,
ADD COLUMN "safetyNetActive" INTEGER,
ADD COLUMN "safetyNetPerMinute" INTEGER,
ADD COLUMN "softBlock" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "theme" TEXT,
ADD COLUMN "turn" JSONB,
ADD COLUMN "unitsPerAdmission" INTEGER NOT NULL DEFAULT 1;

ALTER TABLE "Draw" ADD COLUMN "excluded" JSONB;

ALTER TABLE "LaneCheckpoint" ADD COLUMN "holes" TEXT;

ALTER TABLE "Rule" ADD COLUMN "lane" TEXT;

ALTER TABLE "ConfigKey" ADD COLUMN "activatedAt" TIMESTAMP(3);
-- Every key so far signs.
UPDATE "ConfigKey" SET "activatedAt" = "createdAt";

ALTER TABLE "ApiKey" ADD COLUMN "expiresAt" TIMESTAMP(3),
ADD COLUMN "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[];

ALTER TABLE "AccessCodeBatch" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

ALTER TABLE "AccessCode" ADD COLUMN "lastUsedAt" TIMESTAMP(3),
ADD COLUMN "refused" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "revokedAt" TIMESTAMP(3),
ADD COLUMN "used" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "browser" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Theme" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "assets" TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "revision" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "Theme_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ThemeAsset" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "kind" "ThemeAssetKind" NOT NULL,
    "contentType" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "size" INTEGER NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "isVariable" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "unusedSince" TIMESTAMP(3) DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "ThemeAsset_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AddressList" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "AddressListKind" NOT NULL,
    "counts" BOOLEAN NOT NULL DEFAULT false,
    "text" TEXT,
    "url" TEXT,
    "everyMinutes" INTEGER NOT NULL DEFAULT 360,
    "bytes" BYTEA,
    "hash" TEXT,
    "size" INTEGER NOT NULL DEFAULT 0,
    "entries" INTEGER NOT NULL DEFAULT 0,
    "ranges" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "loadedAt" TIMESTAMP(3),
    "etag" TEXT,
    "lastModified" TEXT,
    "askedAt" TIMESTAMP(3),
    "dueAt" TIMESTAMP(3),
    "takeShorter" BOOLEAN NOT NULL DEFAULT false,
    "lastError" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "AddressList_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "EventKey" (
    "eventId" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    CONSTRAINT "EventKey_pkey" PRIMARY KEY ("eventId")
);

CREATE TABLE "Notice" (
    "id" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "lane" INTEGER NOT NULL,
    "number" BIGINT NOT NULL,
    "drawn" BOOLEAN NOT NULL,
    "queueId" TEXT NOT NULL,
    "kind" "NoticeKind" NOT NULL,
    "language" TEXT NOT NULL,
    "roomUrl" TEXT NOT NULL,
    "sealed" TEXT,
    "addressHash" TEXT,
    "confirmedHash" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmSentAt" TIMESTAMP(3),
    "confirmedAt" TIMESTAMP(3),
    "turnSentAt" TIMESTAMP(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Notice_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "PushKey" (
    "id" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "PushKey_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "EventCheckpoint" (
    "eventId" TEXT NOT NULL,
    "lineTimeMs" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "limits" TEXT NOT NULL,
    "limitsVersion" INTEGER NOT NULL,
    "governor" TEXT,
    "processIds" TEXT[],
    "storedThroughMs" BIGINT NOT NULL,
    "database" TEXT,
    CONSTRAINT "EventCheckpoint_pkey" PRIMARY KEY ("eventId")
);

CREATE TABLE "HourFigure" (
    "runId" TEXT NOT NULL,
    "lane" SMALLINT NOT NULL,
    "hour" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "counts" INTEGER[],
    CONSTRAINT "HourFigure_pkey" PRIMARY KEY ("runId","lane","hour","part","kind")
)
-- A row is written many times in its hour: with room in its page it stays there, and the old versions go at once.
WITH (fillfactor = 70);

CREATE TABLE "CustomerHost" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "verifiedHost" TEXT,
    "verifiedAt" TIMESTAMP(3),
    "lastCheckedAt" TIMESTAMP(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "CustomerHost_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "CaptchaKey" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "siteKey" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "CaptchaKey_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Session_userId_idx" ON "Session"("userId");
CREATE UNIQUE INDEX "Theme_customerId_key_key" ON "Theme"("customerId", "key");
CREATE INDEX "ThemeAsset_unusedSince_idx" ON "ThemeAsset"("unusedSince");
CREATE UNIQUE INDEX "ThemeAsset_customerId_hash_kind_key" ON "ThemeAsset"("customerId", "hash", "kind");
CREATE INDEX "AddressList_dueAt_idx" ON "AddressList"("dueAt");
CREATE UNIQUE INDEX "AddressList_customerId_key_key" ON "AddressList"("customerId", "key");
CREATE INDEX "Notice_runId_lane_number_idx" ON "Notice"("runId", "lane", "number");
CREATE INDEX "Notice_queueId_idx" ON "Notice"("queueId");
CREATE UNIQUE INDEX "Notice_runId_queueId_kind_key" ON "Notice"("runId", "queueId", "kind");
CREATE UNIQUE INDEX "Notice_runId_confirmedHash_key" ON "Notice"("runId", "confirmedHash");
CREATE INDEX "HourFigure_hour_idx" ON "HourFigure"("hour");
CREATE UNIQUE INDEX "CustomerHost_verifiedHost_key" ON "CustomerHost"("verifiedHost");
CREATE UNIQUE INDEX "CustomerHost_customerId_host_key" ON "CustomerHost"("customerId", "host");
CREATE UNIQUE INDEX "CaptchaKey_customerId_provider_key" ON "CaptchaKey"("customerId", "provider");

ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Theme" ADD CONSTRAINT "Theme_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ThemeAsset" ADD CONSTRAINT "ThemeAsset_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AddressList" ADD CONSTRAINT "AddressList_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EventKey" ADD CONSTRAINT "EventKey_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "Event"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "HourFigure" ADD CONSTRAINT "HourFigure_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "CustomerHost" ADD CONSTRAINT "CustomerHost_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "CaptchaKey" ADD CONSTRAINT "CaptchaKey_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
