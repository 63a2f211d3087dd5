-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "cloudflareJson" BOOLEAN NOT NULL DEFAULT false;
