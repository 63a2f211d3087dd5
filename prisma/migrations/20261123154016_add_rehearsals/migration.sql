-- CreateEnum
CREATE TYPE "RehearsalKind" AS ENUM ('what_if', 'live');

-- CreateEnum
CREATE TYPE "RehearsalState" AS ENUM ('queued', 'running', 'done', 'stopped', 'failed');

-- CreateTable
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

-- CreateIndex
CREATE INDEX "Rehearsal_customerId_createdAt_idx" ON "Rehearsal"("customerId", "createdAt");

-- CreateIndex
CREATE INDEX "Rehearsal_state_idx" ON "Rehearsal"("state");

-- AddForeignKey
ALTER TABLE "Rehearsal" ADD CONSTRAINT "Rehearsal_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
