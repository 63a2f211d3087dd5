-- CreateEnum
CREATE TYPE "Suspension" AS ENUM ('hold', 'let_through');

-- AlterTable
ALTER TABLE "Customer" ADD COLUMN     "deletingAt" TIMESTAMP(3),
ADD COLUMN     "exportedAt" TIMESTAMP(3),
ADD COLUMN     "maxEvents" INTEGER,
ADD COLUMN     "maxOutflowPerMinute" INTEGER,
ADD COLUMN     "maxWaiting" INTEGER,
ADD COLUMN     "suspendedAt" TIMESTAMP(3),
ADD COLUMN     "suspension" "Suspension";
