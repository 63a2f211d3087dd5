-- AlterTable
ALTER TABLE "AuditKey" ADD COLUMN     "bound" TEXT;
