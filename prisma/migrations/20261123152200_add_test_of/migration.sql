-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "testOf" TEXT;
