-- CreateEnum
CREATE TYPE "NoticeKind" AS ENUM ('mail', 'push');

-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "notices" JSONB;

-- CreateTable
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

-- CreateTable
CREATE TABLE "PushKey" (
    "id" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PushKey_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Notice_runId_lane_number_idx" ON "Notice"("runId", "lane", "number");

-- CreateIndex
CREATE INDEX "Notice_queueId_idx" ON "Notice"("queueId");

-- CreateIndex
CREATE UNIQUE INDEX "Notice_runId_queueId_kind_key" ON "Notice"("runId", "queueId", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "Notice_runId_confirmedHash_key" ON "Notice"("runId", "confirmedHash");

-- AddForeignKey
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
