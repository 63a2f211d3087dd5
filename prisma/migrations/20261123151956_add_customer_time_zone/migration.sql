-- AlterTable
ALTER TABLE "Customer" ADD COLUMN     "timeZone" TEXT NOT NULL DEFAULT 'UTC';
