-- DropForeignKey
ALTER TABLE "ApiAnswer" DROP CONSTRAINT "ApiAnswer_apiKeyId_fkey";

-- CreateTable
CREATE TABLE "InstallationKey" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "permissions" TEXT[],
    "expiresAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revokedAt" TIMESTAMP(3),

    CONSTRAINT "InstallationKey_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "InstallationKey_hash_key" ON "InstallationKey"("hash");
