-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "unitsPerAdmission" INTEGER NOT NULL DEFAULT 1;
