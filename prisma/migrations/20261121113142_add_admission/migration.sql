-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "admission" JSONB;
