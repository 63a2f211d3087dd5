-- AlterTable
ALTER TABLE "Customer" ADD COLUMN "hasStatusPage" BOOLEAN NOT NULL DEFAULT false;
