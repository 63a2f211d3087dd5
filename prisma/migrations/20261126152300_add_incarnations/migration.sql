-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "incarnation" TEXT,
ADD COLUMN     "passesUntil" TIMESTAMP(3),
ADD COLUMN     "formerDeletedAt" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "FormerId" (
    "nameHash" TEXT NOT NULL,
    "deletedAt" TIMESTAMP(3) NOT NULL,
    "freeAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "FormerId_pkey" PRIMARY KEY ("nameHash")
);
