-- AlterTable
ALTER TABLE "Customer" ADD COLUMN     "approvalOutflow" INTEGER NOT NULL DEFAULT 6000,
ADD COLUMN     "approvalsSetAt" TIMESTAMP(3);

-- AlterTable
ALTER TABLE "Invitation" ADD COLUMN     "invitedById" TEXT;

-- AlterTable
ALTER TABLE "Membership" ADD COLUMN     "grantedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "grantedById" TEXT;

-- Whoever is a member already has had their role since they joined, as far as anybody knows.
UPDATE "Membership" SET "grantedAt" = "createdAt";
