-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "apiOrigins" TEXT[] DEFAULT ARRAY[]::TEXT[];
