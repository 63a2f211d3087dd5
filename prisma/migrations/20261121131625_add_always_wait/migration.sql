-- AlterTable
ALTER TABLE "Rule" ADD COLUMN     "alwaysWait" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Publication" ADD COLUMN     "alwaysWaitRules" TEXT[] DEFAULT ARRAY[]::TEXT[];
