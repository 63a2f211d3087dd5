-- AlterTable
ALTER TABLE "Rule" ADD COLUMN     "lane" TEXT;
