-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "lanes" JSONB;
