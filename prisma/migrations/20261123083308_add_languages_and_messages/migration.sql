-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "language" TEXT NOT NULL DEFAULT 'en',
ADD COLUMN     "message" JSONB,
ADD COLUMN     "pauseMessages" JSONB;
