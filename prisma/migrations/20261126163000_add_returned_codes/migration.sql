-- AlterTable
ALTER TABLE "AccessCode" ADD COLUMN     "returned" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "codesReturnedAt" TIMESTAMP(3);
