-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "letThrough" BOOLEAN NOT NULL DEFAULT false;
