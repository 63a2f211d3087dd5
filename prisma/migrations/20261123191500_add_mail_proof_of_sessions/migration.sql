-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "mailProvenAt" TIMESTAMP(3);
