-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "managedBy" TEXT;

-- AlterTable
ALTER TABLE "Rule" ADD COLUMN     "managedBy" TEXT;
