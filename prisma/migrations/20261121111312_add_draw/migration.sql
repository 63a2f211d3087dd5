-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "absenceMinutes" INTEGER,
ADD COLUMN     "afterEvent" JSONB,
ADD COLUMN     "draw" JSONB,
ADD COLUMN     "governor" JSONB,
ADD COLUMN     "inviteOnly" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "schedules" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
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

-- CreateTable
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

-- CreateTable
CREATE TABLE "AccessCode" (
    "hash" TEXT NOT NULL,
    "batchId" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,

    CONSTRAINT "AccessCode_pkey" PRIMARY KEY ("eventId","hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "Draw_commitmentHash_key" ON "Draw"("commitmentHash");

-- CreateIndex
CREATE INDEX "AccessCodeBatch_customerId_idx" ON "AccessCodeBatch"("customerId");

-- CreateIndex
CREATE INDEX "AccessCodeBatch_eventId_idx" ON "AccessCodeBatch"("eventId");

-- CreateIndex
CREATE INDEX "AccessCode_batchId_idx" ON "AccessCode"("batchId");

-- AddForeignKey
ALTER TABLE "Draw" ADD CONSTRAINT "Draw_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccessCodeBatch" ADD CONSTRAINT "AccessCodeBatch_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccessCodeBatch" ADD CONSTRAINT "AccessCodeBatch_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "Event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccessCode" ADD CONSTRAINT "AccessCode_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "AccessCodeBatch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
