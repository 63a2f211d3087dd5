-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "occurrence" JSONB;
