-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "releasedPlaces" JSONB;
