-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "frameOrigins" TEXT[] DEFAULT ARRAY[]::TEXT[];
