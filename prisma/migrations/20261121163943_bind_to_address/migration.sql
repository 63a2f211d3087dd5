-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "bindsToAddress" BOOLEAN NOT NULL DEFAULT false;
