-- CreateEnum
CREATE TYPE "ApprovalState" AS ENUM ('waiting', 'approved', 'refused', 'cancelled', 'expired', 'outdated');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "Role" ADD VALUE 'admin';
ALTER TYPE "Role" ADD VALUE 'developer';

-- AlterTable
ALTER TABLE "Customer" ADD COLUMN     "approvalMinutes" INTEGER NOT NULL DEFAULT 15,
ADD COLUMN     "approvalTopics" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
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

-- CreateIndex
CREATE INDEX "Approval_customerId_state_expiresAt_idx" ON "Approval"("customerId", "state", "expiresAt");

-- CreateIndex
CREATE INDEX "Approval_state_expiresAt_idx" ON "Approval"("state", "expiresAt");

-- AddForeignKey
ALTER TABLE "Approval" ADD CONSTRAINT "Approval_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;
