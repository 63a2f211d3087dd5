-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "safetyNetActive" INTEGER,
ADD COLUMN     "safetyNetPerMinute" INTEGER;
