-- AlterTable
ALTER TABLE "Draw" ADD COLUMN     "excluded" JSONB;
