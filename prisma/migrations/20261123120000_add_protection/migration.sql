-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "protection" JSONB;
