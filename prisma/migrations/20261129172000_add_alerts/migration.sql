-- CreateEnum
CREATE TYPE "AlertChannelKind" AS ENUM ('email', 'slack', 'teams', 'pagerduty', 'opsgenie');

-- CreateEnum
CREATE TYPE "AlertSeverity" AS ENUM ('info', 'warning', 'critical');

-- CreateEnum
CREATE TYPE "AlertDeliveryState" AS ENUM ('pending', 'delivered', 'failed');

-- AlterTable
-- No rule is as old as the rows that there are. With a default, none of them is written anew.
ALTER TABLE "DomainEvent" ADD COLUMN     "alertedAt" TIMESTAMP(3) DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "DomainEvent" ALTER COLUMN "alertedAt" DROP DEFAULT;

-- CreateTable
CREATE TABLE "AlertChannel" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "AlertChannelKind" NOT NULL,
    "roles" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "addresses" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sealed" TEXT,
    "hint" TEXT,
    "region" TEXT NOT NULL DEFAULT 'us',
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AlertChannel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AlertRule" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "types" TEXT[],
    "eventIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "channelIds" TEXT[],
    "severity" "AlertSeverity" NOT NULL,
    "afterMinutes" INTEGER NOT NULL DEFAULT 0,
    "groupMinutes" INTEGER NOT NULL DEFAULT 0,
    "quietFrom" TEXT,
    "quietUntil" TEXT,
    "isOn" BOOLEAN NOT NULL DEFAULT true,
    "countsFrom" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AlertRule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Alert" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "ruleId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "eventId" TEXT,
    "eventName" TEXT,
    "subject" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "canResolve" BOOLEAN NOT NULL,
    "isOpen" BOOLEAN NOT NULL,
    "isTold" BOOLEAN NOT NULL,
    "since" TIMESTAMP(3) NOT NULL,
    "untold" INTEGER NOT NULL,
    "groupUntil" TIMESTAMP(3) NOT NULL,
    "count" INTEGER NOT NULL,
    "toldChannelIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "firstToldAt" TIMESTAMP(3),
    "resolvedAt" TIMESTAMP(3),
    "dueAt" TIMESTAMP(3),
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "Alert_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AlertDelivery" (
    "id" BIGSERIAL NOT NULL,
    "channelId" TEXT NOT NULL,
    "address" TEXT,
    "key" TEXT NOT NULL,
    "notice" JSONB NOT NULL,
    "isTest" BOOLEAN NOT NULL DEFAULT false,
    "state" "AlertDeliveryState" NOT NULL DEFAULT 'pending',
    "failures" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leaseId" TEXT,
    "leasedUntil" TIMESTAMP(3),
    "problem" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "AlertDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "DomainEvent_alertedAt_seq_idx" ON "DomainEvent"("alertedAt", "seq");

-- CreateIndex
CREATE INDEX "AlertChannel_customerId_createdAt_idx" ON "AlertChannel"("customerId", "createdAt");

-- CreateIndex
CREATE INDEX "AlertRule_customerId_createdAt_idx" ON "AlertRule"("customerId", "createdAt");

-- CreateIndex
CREATE INDEX "Alert_ruleId_endedAt_idx" ON "Alert"("ruleId", "endedAt");

-- CreateIndex
CREATE INDEX "Alert_dueAt_idx" ON "Alert"("dueAt");

-- CreateIndex
CREATE INDEX "Alert_customerId_since_idx" ON "Alert"("customerId", "since");

-- CreateIndex
CREATE INDEX "Alert_endedAt_idx" ON "Alert"("endedAt");

-- CreateIndex
CREATE INDEX "AlertDelivery_channelId_key_state_id_idx" ON "AlertDelivery"("channelId", "key", "state", "id");

-- CreateIndex
CREATE INDEX "AlertDelivery_channelId_createdAt_idx" ON "AlertDelivery"("channelId", "createdAt");

-- CreateIndex
CREATE INDEX "AlertDelivery_state_nextAttemptAt_idx" ON "AlertDelivery"("state", "nextAttemptAt");

-- CreateIndex
CREATE INDEX "AlertDelivery_createdAt_idx" ON "AlertDelivery"("createdAt");

-- AddForeignKey
ALTER TABLE "AlertChannel" ADD CONSTRAINT "AlertChannel_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AlertRule" ADD CONSTRAINT "AlertRule_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Alert" ADD CONSTRAINT "Alert_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Alert" ADD CONSTRAINT "Alert_ruleId_fkey" FOREIGN KEY ("ruleId") REFERENCES "AlertRule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AlertDelivery" ADD CONSTRAINT "AlertDelivery_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "AlertChannel"("id") ON DELETE CASCADE ON UPDATE CASCADE;
