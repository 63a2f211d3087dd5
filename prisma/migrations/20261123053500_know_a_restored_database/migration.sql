-- AlterTable
ALTER TABLE "LaneCheckpoint" ADD COLUMN     "holes" TEXT;

-- AlterTable
ALTER TABLE "EventCheckpoint" ADD COLUMN     "database" TEXT;
