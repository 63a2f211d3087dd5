-- CreateEnum
CREATE TYPE "WebhookOff" AS ENUM ('person', 'failing', 'gone');

-- CreateEnum
CREATE TYPE "WebhookDeliveryState" AS ENUM ('pending', 'delivered', 'failed', 'skipped');

-- CreateTable
CREATE TABLE "DomainEvent" (
    "seq" BIGSERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "eventId" TEXT,
    "eventName" TEXT,
    "doneBy" JSONB NOT NULL,
    "summary" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "plannedAt" TIMESTAMP(3),

    CONSTRAINT "DomainEvent_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "LineWatch" (
    "eventId" TEXT NOT NULL,
    "run" INTEGER NOT NULL,
    "seen" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "LineWatch_pkey" PRIMARY KEY ("eventId")
);

-- CreateTable
CREATE TABLE "WebhookEndpoint" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "eventIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "isOn" BOOLEAN NOT NULL DEFAULT true,
    "offBecause" "WebhookOff",
    "offAt" TIMESTAMP(3),
    "offToldAt" TIMESTAMP(3),
    "sealed" TEXT NOT NULL,
    "sealedBefore" TEXT,
    "beforeUntil" TIMESTAMP(3),
    "failingSince" TIMESTAMP(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookEndpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookStream" (
    "endpointId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "nextAttemptAt" TIMESTAMP(3) NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "leaseId" TEXT,
    "leasedUntil" TIMESTAMP(3),

    CONSTRAINT "WebhookStream_pkey" PRIMARY KEY ("endpointId","key")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" BIGSERIAL NOT NULL,
    "endpointId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "domainEventSeq" BIGINT NOT NULL,
    "isReplay" BOOLEAN NOT NULL DEFAULT false,
    "state" "WebhookDeliveryState" NOT NULL DEFAULT 'pending',
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookAttempt" (
    "id" BIGSERIAL NOT NULL,
    "deliveryId" BIGINT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "status" INTEGER,
    "problem" TEXT,
    "answer" TEXT,

    CONSTRAINT "WebhookAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "DomainEvent_id_key" ON "DomainEvent"("id");

-- CreateIndex
CREATE INDEX "DomainEvent_plannedAt_seq_idx" ON "DomainEvent"("plannedAt", "seq");

-- CreateIndex
CREATE INDEX "DomainEvent_customerId_at_idx" ON "DomainEvent"("customerId", "at");

-- CreateIndex
CREATE INDEX "DomainEvent_at_idx" ON "DomainEvent"("at");

-- CreateIndex
CREATE INDEX "WebhookEndpoint_customerId_createdAt_idx" ON "WebhookEndpoint"("customerId", "createdAt");

-- CreateIndex
CREATE INDEX "WebhookStream_nextAttemptAt_idx" ON "WebhookStream"("nextAttemptAt");

-- CreateIndex
CREATE INDEX "WebhookDelivery_endpointId_key_state_id_idx" ON "WebhookDelivery"("endpointId", "key", "state", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_endpointId_id_idx" ON "WebhookDelivery"("endpointId", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_domainEventSeq_idx" ON "WebhookDelivery"("domainEventSeq");

-- CreateIndex
CREATE INDEX "WebhookAttempt_deliveryId_id_idx" ON "WebhookAttempt"("deliveryId", "id");

-- AddForeignKey
ALTER TABLE "DomainEvent" ADD CONSTRAINT "DomainEvent_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LineWatch" ADD CONSTRAINT "LineWatch_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "Event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookStream" ADD CONSTRAINT "WebhookStream_endpointId_fkey" FOREIGN KEY ("endpointId") REFERENCES "WebhookEndpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_endpointId_fkey" FOREIGN KEY ("endpointId") REFERENCES "WebhookEndpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_domainEventSeq_fkey" FOREIGN KEY ("domainEventSeq") REFERENCES "DomainEvent"("seq") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookAttempt" ADD CONSTRAINT "WebhookAttempt_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "WebhookDelivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
