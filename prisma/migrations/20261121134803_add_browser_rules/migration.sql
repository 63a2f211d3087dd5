-- AlterTable
ALTER TABLE "Customer" ADD COLUMN     "browserRules" BOOLEAN NOT NULL DEFAULT false;
