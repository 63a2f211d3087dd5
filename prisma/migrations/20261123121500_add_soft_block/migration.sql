-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "softBlock" BOOLEAN NOT NULL DEFAULT false;
