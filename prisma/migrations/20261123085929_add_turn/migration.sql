-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "turn" JSONB;
